"""The players of a table as pages show them: name, and a dot with the seat's colour and letters."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.evaluation import Scored
from scoring.model.breakdown import Breakdown
from scoring.model.plan import State
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import COLOURS
from scoring.text.localised import Text


@dataclass(frozen=True, slots=True)
class Owner:
    """A seat's name and dot: a colour, and letters for readers who cannot tell colours apart."""

    seat: str
    name: Text
    colour: str
    initial: str


def players(sheet: Sheet, state: State) -> dict[str, Owner]:
    """Returns seat to its name, colour and letters, in the order of the seats.

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
    """Returns seat id to one letter of its name, or as few characters as tell the names apart.

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


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player in the sheet's menus and its bottom bar.

    ``typed``: the text in the input for the name, also one that could not be stored. ``breakdown``:
    the seat's score.
    """

    seat: str
    name: Text
    owner: Owner
    typed: str
    breakdown: Breakdown
    blank: bool
    """True if nothing has been entered for the seat."""


def player_views(
    sheet: Sheet, state: State, scores: Scored, typed: Mapping[str, str]
) -> dict[str, PlayerView]:
    """Returns every player by seat, in the order of the seats.

    ``typed``: the names in the form that could not be stored, by path of the cell (``p1/name``).
    """
    return {
        seat: PlayerView(
            seat,
            owner.name,
            owner,
            typed.get(f"{seat}/name", state["seats"][seat].get("name", "")),
            scores.breakdowns[seat],
            seat not in scores.entered,
        )
        for seat, owner in players(sheet, state).items()
    }
