"""Copies all data from the database in use to another one: SQLite to PostgreSQL, or back.

Rows are copied with keys and timestamps, in a transaction on either side; then both databases are
compared. The database in use is not changed, so nothing is lost if the move fails.
"""

from itertools import zip_longest

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.serializers import sort_dependencies
from django.db import connections, models, transaction
from django.db.utils import DEFAULT_DB_ALIAS as HERE

from companion.messages import say
from companion.operations import database_checks, database_settings
from companion.operations.operational_problem import OperationalProblem, as_operational_problem

AT_ONCE = 500


def move(url: str) -> int:
    """Copies all data of the app's database to an empty one at ``url``; returns the row count.

    ``url``: as ``postgres://user:password@host/name``. If it fails it raises
    ``OperationalProblem``, and the target has no data. Stop the app first: what is written
    meanwhile is not copied.
    """
    try:
        described = database_settings.from_url(url)
    except ValueError as error:
        raise OperationalProblem(say("move-address", why=str(error))) from error
    if later := database_checks.unknown_migrations():
        raise OperationalProblem(say("trouble-database-later", name=", ".join(later)))
    if database_checks.pending_migrations():
        raise OperationalProblem(say("move-migrate"))
    address = url.rpartition("@")[2]
    with database_settings.temporary_alias(described) as there, as_operational_problem(address):
        call_command("migrate", database=there, interactive=False, verbosity=0)
        with transaction.atomic(using=HERE), transaction.atomic(using=there):
            moved = [_moved(model, there) for model in _models()]
            reset = connections[there].ops.sequence_reset_sql(no_style(), _models())
            with connections[there].cursor() as cursor:
                for line in reset:
                    cursor.execute(line)
            for model in _models():
                _compare(model, there)
    return sum(moved)


def _models() -> list[type[models.Model]]:
    """Returns the app's database models, each after those that its foreign keys refer to."""
    return list(sort_dependencies([(apps.get_app_config(database_checks.APP), None)]))


def _rows(model: type[models.Model], where: str) -> models.QuerySet[models.Model]:
    return model._base_manager.using(where).order_by("pk")


def _moved(model: type[models.Model], there: str) -> int:
    if model._base_manager.using(there).exists():
        raise OperationalProblem(say("move-over"))
    number = 0
    for row in _rows(model, HERE).iterator(chunk_size=AT_ONCE):
        # raw: keeps the timestamps, which Django would set anew
        row.save_base(raw=True, force_insert=True, using=there)
        number += 1
    return number


def _compare(model: type[models.Model], there: str) -> None:
    both = (_rows(model, each).values_list().iterator(chunk_size=AT_ONCE) for each in (HERE, there))
    if any(old != new for old, new in zip_longest(*both)):
        raise OperationalProblem(say("move-differs", name=model._meta.db_table))
