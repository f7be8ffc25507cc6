"""The players of a table: name, and a dot with the seat's colour and letters."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.text.localised import Text

from .plan import State
from .sheet import Sheet
from .sheet_fields import COLOURS


@dataclass(frozen=True, slots=True)
class Owner:
    """A seat's name, colour, and letters for readers who cannot tell colours apart."""

    seat: str
    name: Text
    colour: str
    initial: str


def players(sheet: Sheet, state: State) -> dict[str, Owner]:
    """Returns each seat's name, colour and letters, by seat id, in the order of the seats.

    A seat without a chosen colour gets the first free one. Names with the same first letter show
    two letters; if those are the same too, the first letter and the seat's number.
    """
    seats = sheet.seats(state)
    chosen = {s: str(state["seats"][s]["colour"]) for s in seats if state["seats"][s].get("colour")}
    left = [each for each in COLOURS if each not in chosen.values()]
    for n, seat in enumerate(sorted(set(seats) - chosen.keys())):
        chosen[seat] = left[n] if n < len(left) else COLOURS[n % len(COLOURS)]
    names = {s: str(state["seats"][s].get("name") or s[1:]) for s in seats}
    letters = initials(names)
    return {s: Owner(s, sheet.name(state, s), chosen[s], letters[s]) for s in seats}


def initials(names: Mapping[str, str]) -> dict[str, str]:
    """Returns the shortest letters that tell names apart: seat id to one letter, or more.

    >>> initials({"p1": "Aki", "p2": "Ami", "p3": "Ben", "p4": "Ben"})
    {'p1': 'AK', 'p2': 'AM', 'p3': 'B3', 'p4': 'B4'}
    """
    one = {seat: name[:1].upper() for seat, name in names.items()}
    two = {seat: name[:2].upper() for seat, name in names.items()}
    found = {}
    for seat in names:
        if list(one.values()).count(one[seat]) == 1:
            found[seat] = one[seat]
        elif list(two.values()).count(two[seat]) == 1:
            found[seat] = two[seat]
        else:
            found[seat] = one[seat] + seat[1:]
    return found
