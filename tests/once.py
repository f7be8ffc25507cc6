"""Makes what several tests only read once in a run, whichever process is the first to need it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import bootstrap


def made_once(
    tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]
) -> Path:
    """Returns a folder of that name, which ``make`` fills; nobody writes into it later.

    All processes of a run share it: the first makes it, the others wait. What failed half-way is
    made again.
    """
    root = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    with bootstrap.locked(root / f"{name}.lock"):
        if not (root / name).exists():
            make(draft := tmp_path_factory.mktemp(name))
            draft.rename(root / name)
    return root / name
