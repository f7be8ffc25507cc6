#!/usr/bin/env python3
"""The one way in: `python3 manage.py play` starts, `python3 manage.py check_all` tests.

Any Python runs this file; `companion.bootstrap` then moves to an environment that has
everything, making it first if need be.
"""

import os
import sys


def main() -> None:
    from companion import bootstrap

    bootstrap.ensure(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    from django.core.management import execute_from_command_line

    from companion.operations.operational_problem import OperationalProblem

    try:
        execute_from_command_line(sys.argv)
    except OperationalProblem as trouble:
        sys.exit("%s" % trouble)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
