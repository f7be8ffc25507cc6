"""An exhaustive search for the best last placements of one Nidavellir seat.

It exists to be compared with the real scorer and its integer programme, so it shares nothing
with them: its tables are written out by hand in `oracle.toml`, and it tries every possibility
instead of reasoning.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from tests.rows import tables

type Seat = Mapping[str, Any]
type Rulings = Mapping[str, str]
type Card = tuple[str, str, tuple[int, ...], bool, bool]
"""Name of a card for a discard, class letter, numbers on its ranks, discardable, wild."""

PRINTED = tables(__file__)
BLACKSMITHS: list[int] = PRINTED["blacksmiths"]
DWERGS: list[int] = PRINTED["dwergs"]
LETTER: dict[str, str] = PRINTED["letter"]
MERCENARIES: dict[str, tuple[str, int, str, int]] = PRINTED["mercenaries"]
IN_COLUMN: dict[str, tuple[str, tuple[int, ...]]] = {
    card: (letter, tuple(numbers)) for card, (letter, numbers) in PRINTED["in_column"].items()
}
YLUD: dict[str, int] = PRINTED["ylud"]
FLAT: dict[str, int] = PRINTED["flat"]
TRACKS: dict[str, list[int]] = PRINTED["tracks"]


def coins(seat: Seat) -> list[int]:
    found = []
    for coin, number in seat.get("coins", {}).items():
        found += [3 if coin == "hunting_master_coin" else int(coin.split("_")[1])] * number
    return found


def standing(seat: Seat, rulings: Rulings) -> list[Card]:
    """Everything in the columns but Ylud and the mercenaries that wait."""
    cards: list[Card] = []
    cards += [("blacksmith_card", "B", (0,), True, False)] * seat.get("blacksmiths", 0)
    cards += [("hunter_card", "H", (0,), True, False)] * seat.get("hunters", 0)
    for name, letter in (("explorers", "E"), ("miners", "M"), ("warriors", "W")):
        for card, number in seat.get(name, {}).items():
            cards += [(card, letter, (int(card.split("_")[1]),), True, False)] * number
    if "kings_great_armorer" in seat.get("distinctions", {}) and not seat.get("armorer_lost"):
        cards.append(("armorer_blacksmith", "B", (0, 0), True, False))
    for card in (*seat.get("heroes", {}), *seat.get("animals", {})):
        if card in IN_COLUMN:
            cards.append((card, *IN_COLUMN[card], False, False))
    for word in seat.get("doubles", {}):
        cards.append((f"double_{word}", LETTER[word], (0,), True, True))
    if "gullinbursti" in seat:
        cards.append(("gullinbursti", LETTER[seat["gullinbursti"]], (0,), True, True))
    if "vegvisir" in seat.get("artifacts", {}):
        cards.append(("vegvisir", "E", (13,), rulings["vegvisir_discard"] == "yes", False))
    for name, face in seat.get("mercenaries", {}).items():
        if face != "waiting":
            cards.append(mercenary(name, face))
    return cards


def mercenary(name: str, face: str) -> Card:
    first, a, second, b = MERCENARIES[name]
    return (
        (name, first, (a,), True, False) if face == "first" else (name, second, (b,), True, False)
    )


def beside(seat: Seat) -> int:
    """Points that no placement changes."""
    largest = max(coins(seat), default=0)
    held = [c for f in ("heroes", "artifacts", "gods") for c in seat.get(f, {})]
    points: int = sum(coins(seat)) + sum(FLAT.get(card, 0) for card in held)
    points += DWERGS[sum(card.startswith("dwerg") for card in held)]
    points += largest if "astrid" in held else 0
    if "draupnir" in held:
        points += 6 * sum(coin >= 15 for coin in coins(seat))
    if "svalinn" in held:
        points += 5 * len(seat.get("heroes", {}))
    if "odroerir" in held:
        points += seat.get("odroerir_coins", 0)
    giants = seat.get("giants", {})
    if giants.get("surt") == "captured":
        points += largest
    if giants.get("gymir") == "captured" and "gymir_captive" in seat:
        points += 3 * int(seat["gymir_captive"].split("_")[1])
    for valkyrie, step in seat.get("valkyries", {}).items():
        points += TRACKS[valkyrie][int(step[5:])]
    if "crown_jeweler" in seat.get("distinctions", {}):
        points += 3
    return points


def army(seat: Seat, cards: list[Card], rulings: Rulings, mjollnir: str | None) -> tuple[int, int]:
    """Points of the columns without the majority, and the number of warrior ranks."""
    ranks: dict[str, list[int]] = {letter: [] for letter in "BHEMW"}
    zeros = 0
    for _, letter, numbers, _, wild in cards:
        ranks[letter] += numbers
        if letter == "M" and not (wild and rulings["ratatosk_wild"] == "ignore"):
            zeros += numbers.count(0)
    owned = (*seat.get("heroes", {}), *seat.get("animals", {}))
    count = {letter: len(numbers) for letter, numbers in ranks.items()}
    points = BLACKSMITHS[count["B"]] + count["H"] ** 2 + sum(ranks["E"]) + sum(ranks["W"])
    extra = zeros // 2 if "ratatosk" in owned else 0
    points += (sum(ranks["M"]) + extra) * count["M"]
    points += 2 * count["E"] if "idunn" in owned else 0
    points += count["E"] if "garm" in owned else 0
    points += 2 * count["W"] if "nidhogg" in owned else 0
    points += 2 * count[mjollnir] if mjollnir else 0
    return points, count["W"]


def placements(
    seat: Seat, rulings: Rulings, allowed: Callable[[list[Card], str], bool] | None = None
) -> Iterator[tuple[int, int]]:
    """Points without the majority, and warrior ranks, of every way to decide what is open.

    Recorded decisions that are possible stay. ``allowed`` may refuse enlisted mercenaries
    together with Ylud's column.
    """
    fixed = standing(seat, rulings)
    waiting = [m for m, face in seat.get("mercenaries", {}).items() if face == "waiting"]
    owned = seat.get("artifacts", {})
    loses = "brisingamens" in owned and not seat.get("discard_done")
    spared = seat.get("gods", {}).get("thor") == "ready"
    recorded = {m: face for m, face in seat.get("enlist", {}).items() if m in waiting}
    stays = seat.get("ylud") or (seat.get("ylud_done") and seat.get("ylud_at"))
    counts = LETTER.get(seat.get("mjollnir", ""))
    for faces in product(("first", "second"), repeat=len(waiting)):
        if any(recorded.get(m, f) != f for m, f in zip(waiting, faces, strict=True)):
            continue
        enlisted = [mercenary(m, f) for m, f in zip(waiting, faces, strict=True)]
        for place in "BHEMW" if "ylud" in seat.get("heroes", {}) else " ":
            if stays and place not in (" ", LETTER[stays]):
                continue
            if allowed and not allowed(enlisted, place.strip()):
                continue
            cards = fixed + enlisted
            if place != " ":
                cards.append(("ylud", place, (YLUD[place],), False, False))
            losses = list({c[:2]: c for c in cards if c[3]}.values()) if loses else []
            options: list[Card | None] = list(losses) or [None]
            if spared and loses:
                options.append(None)
            if any(card[0] == seat.get("discard") for card in losses):
                options = [card for card in losses if card[0] == seat["discard"]]
            for lost in options:
                left = list(cards)
                mercenaries = len(seat.get("mercenaries", {}))
                if lost:
                    left.remove(lost)
                    mercenaries -= lost[0].startswith("merc_")
                more = 5 * mercenaries if "hrafnsmerki" in owned else 0
                for chosen in (counts or "BHEMW") if "mjollnir" in owned else " ":
                    points, warriors = army(seat, left, rulings, chosen.strip() or None)
                    yield points + more, warriors


def recorded(seat: Seat, rulings: Rulings) -> tuple[int, int]:
    """Points without the majority, and warrior ranks, of a seat as it stands."""
    cards = standing(seat, rulings)
    for name, face in seat.get("enlist", {}).items():
        cards.append(mercenary(name, face))
    where = seat.get("ylud") or seat.get("ylud_at")
    if where and "ylud" in seat.get("heroes", {}):
        cards.append(("ylud", LETTER[where], (YLUD[LETTER[where]],), False, False))
    mercenaries = len(seat.get("mercenaries", {}))
    if "brisingamens" in seat.get("artifacts", {}) and not seat.get("discard_done"):
        lost = next((c for c in cards if c[0] == seat.get("discard") and c[3]), None)
        if lost:
            cards.remove(lost)
            mercenaries -= lost[0].startswith("merc_")
    chosen = LETTER.get(seat.get("mjollnir", ""))
    if "mjollnir" not in seat.get("artifacts", {}):
        chosen = None
    points, warriors = army(seat, cards, rulings, chosen)
    if "hrafnsmerki" in seat.get("artifacts", {}):
        points += 5 * mercenaries
    return points + beside(seat), warriors


def majority(own: int, most: int, seat: Seat, rulings: Rulings) -> int:
    if own < most or (own == 0 and rulings["no_warriors"] == "nobody"):
        return 0
    return max(coins(seat), default=0)


def totals(state: Mapping[str, Any], rulings: Rulings) -> dict[str, int]:
    """Every seat's total as recorded."""
    seats = state["seats"]
    stands = {name: recorded(seat, rulings) for name, seat in seats.items()}
    most = max(warriors for _, warriors in stands.values())
    most = max(most, state.get("table", {}).get("outside_warriors", 0))
    return {
        name: points + majority(warriors, most, seats[name], rulings)
        for name, (points, warriors) in stands.items()
    }


def brings(seat: Seat, rulings: Rulings, hero: str, enlisted: list[Card], place: str) -> bool:
    """Do these placements complete one line more than there are heroes, and allow this one?"""
    base = dict.fromkeys("BHEMW", 0)
    for _, letter, numbers, _, _ in standing(seat, rulings) + enlisted:
        base[letter] += len(numbers)
    needed = len(seat.get("heroes", {})) + 1
    if seat.get("giants", {}).get("thrivaldi") == "captured":
        needed -= 1
    entered = {letter for _, letter, _, _, _ in enlisted}
    stood = LETTER.get(seat.get("ylud_at", ""), "") if "ylud" in seat.get("heroes", {}) else ""
    for ylud in {stood, place} if "ylud" in seat.get("heroes", {}) else {""}:
        where = LETTER.get(seat.get("thrud_at", "")) if "thrud" in seat.get("heroes", {}) else None
        pushed = where in entered or (ylud == where and ylud != stood)
        for thrud in ("BHEMW" if pushed else where) if where else " ":
            ranks = dict(base)
            for letter in (ylud, thrud.strip()):
                if letter:
                    ranks[letter] += 1
            if min(ranks.values()) >= needed and (hero != "hourya" or ranks["E"] >= 5):
                return True
    return False


def best_with_hero(
    state: Mapping[str, Any], name: str, rulings: Rulings, display: list[str]
) -> int:
    """The most points when the placements may bring one hero of a display without side effects."""
    seats = state["seats"]
    seat = seats[name]
    others = [recorded(other, rulings)[1] for n, other in seats.items() if n != name]
    found = best(state, name, rulings)[0]
    if "megingjord" in seat.get("artifacts", {}):
        return found
    for hero in display:
        more = dict(seat) | {"heroes": dict(seat.get("heroes", {})) | {hero: True}}

        def allowed(enlisted: list[Card], place: str, hero: str = hero) -> bool:
            # a hero who comes now has no column yet when the line is complete
            return brings(seat, rulings, hero, enlisted, "" if hero == "ylud" else place)

        for points, warriors in set(placements(more, rulings, allowed)):
            bonus = majority(warriors, max([warriors, *others]), seat, rulings)
            found = max(found, beside(more) + points + bonus)
    return found


def best(state: Mapping[str, Any], name: str, rulings: Rulings) -> tuple[int, int]:
    """The most points a seat can reach, and the widest margin over its best rival."""
    seat = state["seats"][name]
    others = [
        (other, *recorded(other, rulings)) for n, other in state["seats"].items() if n != name
    ]
    outside = state.get("table", {}).get("outside_warriors", 0)
    alone = beside(seat)
    points_best, margin_best = -1, -(10**6)
    seen = set(placements(seat, rulings))
    for points, warriors in seen:
        most = max([outside, warriors, *(w for _, _, w in others)])
        mine = alone + points + majority(warriors, most, seat, rulings)
        rival = max((p + majority(w, most, o, rulings) for o, p, w in others), default=0)
        points_best = max(points_best, mine)
        margin_best = max(margin_best, mine - rival)
    return points_best, margin_best
