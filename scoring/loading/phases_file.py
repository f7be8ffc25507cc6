"""Reads a game's phases and their steps from ``data/phases.toml``."""

from dataclasses import dataclass, field
from typing import Any

from scoring.model.phases import Order, Phase, Phases, Step
from scoring.text.messages import SHARED as say

from .toml_declarations import CELL, CELLS, ENTRY_ID, STRINGS, TEXT, Known, Table, Value, tables
from .toml_reader import Reader

MOST_NOW = 3
"""Maximum number of calculators that one phase may list."""


@dataclass(frozen=True)
class _Steps(Known):
    """Collects the steps of a game's phases by id, each with the reader of its table for errors."""

    declared: dict[str, tuple[Step, Reader]] = field(default_factory=dict)

    def declare(self, reader: Reader, step: Step) -> None:
        self.declared.setdefault(step.id, (step, reader))

    def of_phase(self, reader: Reader, key: str) -> tuple[Step, ...]:
        listed = reader.strings(key)
        for n, step in enumerate(listed):
            reader.check_name(key, step, self.declared, "step")
            if step in listed[:n]:
                raise reader.fail(f"steps has {step!r} twice")
        return tuple(self.declared[step][0] for step in listed)


def _calculators(_: _Steps, reader: Reader, key: str) -> tuple[str, ...]:
    now = reader.strings(key)
    if len(now) > MOST_NOW:
        raise reader.fail(f"calculators has more than {MOST_NOW}")
    return now


STEP = Table(Step, entry=ENTRY_ID, when=CELLS, check=_Steps.declare)
PHASE = Table(
    Phase,
    steps=Value(_Steps.of_phase, STRINGS.schema),
    when=CELL,
    unless=CELL,
    calculators=Value(_calculators, STRINGS.schema),
)
FILE = Table[dict[str, Any]](
    dict,
    first=TEXT.or_else(say("start-player")),
    step=tables(STEP, "step").or_else(()),
    phase=tables(PHASE, "phase", repeat=True),
)


def load(known: Known, order: Order | None = None) -> Phases:
    """Reads the phases from ``phases.toml``; without that file there are none.

    ``[[step]]`` defines a step once; ``[[phase]]`` lists the ids of its steps. A phase with
    ``repeat = 9`` becomes nine phases, with ``{n}`` replaced by the number.

    ``order``: function that returns the phase ids of a table, if ``when`` does not suffice.

    Raises ``DataError``.
    """
    reader = known.file("phases.toml")
    if reader is None:
        return Phases()
    steps = _Steps(**vars(known))
    found = FILE.read(steps, reader)
    used = {step.id for phase in found["phase"] for step in phase.steps}
    for idle in sorted(set(steps.declared) - used):
        raise steps.declared[idle][1].fail("no phase lists this step")
    return Phases(found["phase"], order, found["first"])
