"""Forms of Map Masters that search, against trying everything, on random posts and tables.

Nothing is asked of the solvers: prices, points and counts are the rulebook's, in plain numbers.
What a form looks up or adds up is in the rows of ``cases/``.
"""

import random
import re
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

from scoring import game
from tests.games.map_masters.random_states import cave
from tests.games.posted import answered, filled, posts
from tests.rows import tables

GAME = game("map_masters")

EACH = {"barrel": 1, "key": 2, "hole": 3, "scroll": 1, "monster": 3, "rope": 3, "padlock": 3}
EACH |= {"sword": 1, "room": 1, "coin": 1, "circle": 2, "stairs": 1}
SIGN = {"c": "coin", "b": "barrel", "s": "sword", "k": "key", "r": "rope", "q": "scroll"}
SIGN |= {"U": "stairs", "x": "scissors", "y": "recycle", "p": "hole", "o": "circle"}
SIGN |= {"M": "monster", "L": "padlock", "P": "hole", "V": "hole", "F": "hole", "R": "room"}
BOOK_FOR = {"sword": "book_no_sword", "key": "book_no_key"}
BOOK_FOR |= {"rope": "book_cross_hole", "scroll": "book_no_scroll"}
ASKED = ("sword", "key", "rope", "scroll", "coin", "barrel")


def icons(rng: random.Random) -> str:
    return "".join(rng.choices("cbskrqMLPVFpoUxyR", k=rng.randint(0, 4)))


def card_list(rng: random.Random) -> str:
    return "; ".join(filter(None, (icons(rng) for _ in range(rng.choice((0, 1, 3, 5, 5))))))


def offers(rng: random.Random) -> str:
    if rng.random() < 0.1:
        return rng.choice(("7 k", "k", "3 ?"))
    cards = (f"{rng.randint(3, 6)} {icons(rng)}".strip() for _ in range(rng.randint(1, 6)))
    return "; ".join(cards)


def dungeon_text(rng: random.Random) -> str:
    return "A-1 k" if rng.random() < 0.1 else cave(rng)[1]


def path_text(rng: random.Random) -> str:
    """A path that may be drawn or not, of those whose rules ``test_paths.py`` holds."""
    paths = tables(str(Path(__file__).with_name("test_paths.py")))
    return str(rng.choice([*paths["legal"], *paths["illegal"]])["path"])


WORDS = {
    "cards": card_list,
    "on_offer": offers,
    "path": path_text,
    "dungeon": dungeon_text,
    "deck_notes": icons,
    **{f"path_{n}": path_text for n in range(1, 7)},
}


DRAWS = {
    id_: lambda rng, write=write: write(rng) if rng.random() < 0.75 else None
    for id_, write in WORDS.items()
}


def forms(calculator, *without, **draws):
    """Random posts of a form, as it reads them, with their answers; ``without`` these fields."""
    form = GAME.calculators[calculator].form
    draws = DRAWS | draws | dict.fromkeys(without, lambda rng: None)
    for raw in posts(form, calculator, draws, often=0.75, without=without):
        yield answered(form, raw)


def both(calculator, **more):
    """Random posts, then forms that random tables fill."""
    yield from forms(calculator)
    for _, _, given, answer in filled(GAME, calculator, DRAWS, **more):
        yield given, answer


def tenths(worth):
    """Twenty-fourths of a point, to a tenth."""
    found = round(Fraction(worth, 24) * 10)
    return str(found // 10) if found % 10 == 0 else f"{found / 10:.1f}"


def value_of(icon, primary):
    """In twenty-fourths: the primary in full, each of twelve as halved secondary, coins 1/3."""
    each = EACH.get(icon, 0)
    return each * (1 + 24 * (primary == icon)) + (8 if icon == "coin" else 0)


def kind(objective):
    return (objective or "").removeprefix("objective_")


# -- cards on offer ------------------------------------------------------------------------


def best_gain(coins, cards, room, income, primary, off):
    """The most that any set of cards gains after the thirds of a point that its coins cost."""
    most = 0
    for size in range(len(cards) + 1):
        for some in combinations(cards, size):
            spent = sum(cost for cost, _ in some) - (off if some else 0)
            if spent <= coins and size <= room:
                lost = (coins + income) // 3 - (coins - spent + income) // 3
                worth = sum(value_of(SIGN[sign], primary) for _, signs in some for sign in signs)
                most = max(most, worth - 24 * lost)
    return most


def test_the_best_buy_gains_as_much_as_any_set_of_the_cards_on_offer():
    compared = 0
    for state, answer in forms("purse", "buy_fairies", "buy_cards", "buy_books"):
        ((_, cells),) = state["seats"].items()
        listed = [re.fullmatch(r"([3-6]) ?([A-Za-z]*)", card)
                  for card in cells.get("on_offer", "?").split("; ")]  # fmt: skip
        if "coins" not in cells or None in listed or any(set(m[2]) - set(SIGN) for m in listed):
            continue
        cards = [(int(m[1]), m[2]) for m in listed]
        books, room = cells.get("books", {}), 5 - cells.get("in_hand", 0)
        limits = (room, cells.get("income", 0), kind(cells.get("primary")))
        most = best_gain(cells["coins"], cards, *limits, "book_cheaper_card" in books)
        rows = answer.blocks[1].rows
        assert rows[len(cards)].value.en == tenths(most)
        chosen = [card for card, row in zip(cards, rows, strict=False) if row.how.en == "buy"]
        assert best_gain(cells["coins"], chosen, *limits, "book_cheaper_card" in books) == most
        compared += 1
    assert compared


# -- a laid dungeon ------------------------------------------------------------------------


def test_laid_dungeon():
    drawn = {}

    def typed(rng):
        laid, text = cave(rng)
        drawn[text.strip()] = laid
        return rng.choice((text, text, text, "A-1 k"))

    for state, answer in forms("laid_dungeon", dungeon=typed):
        cells, table = state["seats"]["p1"], state.get("table", {})
        if cells.get("dungeon") not in drawn:
            assert answer.proof is None
            continue
        extra = {f.removesuffix("_fairy"): n for f, n in cells.get("fairies", {}).items()}
        for item, book in BOOK_FOR.items():
            extra[item] = extra.get(item, 0) + (book in cells.get("books", {}))
        primary = kind(table.get("primary"))
        worth = {icon: value_of(icon, primary) for icon in EACH}
        assert answer.proof.verdict == "optimal"
        most = drawn[cells["dungeon"]].most(worth, 24, extra)
        assert answer.proof.bound == Fraction(most, 24)
        assert answer.blocks[0].rows[0].value.en == tenths(most)
        if "round" in table:
            assert answer.applies[0].cells[f"p1/path_{table['round']}"] in answer.summary.en


# -- a mission -----------------------------------------------------------------------------


def lacking(asked, held, level, scope):
    """Icons of a goal that a group does not meet."""
    icons = dict.fromkeys((*asked, *(ASKED if level == "hard" and scope == "all" else ())))
    return [
        i
        for i in icons
        if held(i) < asked.get(i, 0)
        or (level == "hard" and i != "artifact" and held(i) != asked.get(i, 0))
    ]


OBSTACLE = {"sword": "monster", "key": "padlock", "rope": "hole", "scroll": "jump"}


def payments(table, item):
    """Every way to pay for the obstacles of one item: so many items, fairies, books."""
    due = table.get("obstacles", {}).get(OBSTACLE[item], 0)
    left = table.get("circled", {}).get(item, 0) - table.get("struck", {}).get(item, 0)
    fairies = table.get("fairies", {}).get(f"{item}_fairy", 0)
    book = int(BOOK_FOR[item] in table.get("books", {}))
    for used, read in product(range(fairies + 1), range(book + 1)):
        if 0 <= due - used - read <= max(0, left):
            yield due - used - read, used, read


def suffices(table, level, scope, item, spent, used):
    held = table.get("circled", {}).get(item, 0)
    held += table.get("fairies", {}).get(f"{item}_fairy", 0) - used
    if level in ("normal", "hard"):
        held -= table.get("struck", {}).get(item, 0) + spent
    asked = table.get("asked", {})
    return not lacking(
        {item: asked[item]} if item in asked else {}, lambda _: held, level, "asked"
    ) and (not (level == "hard" and scope == "all" and item not in asked) or held == 0)


def test_remedies():
    spendings = 0
    for state, answer in both("remedies", obstacles={"monster": 1, "hole": 1}):
        table, scope = state.get("table", {}), state.get("rulings", {}).get("hard_exact", "asked")
        level, group = table.get("difficulty", "normal"), table.get("group")
        if not table.get("obstacles"):
            assert answer.blocks == ()
            continue
        items = ("sword", "key", "rope", "scroll")
        every = {
            item: [p for p in payments(table, item) if suffices(table, level, scope, item, *p[:2])]
            for item in items
        }
        plain = all(suffices(table, level, scope, icon, 0, 0) for icon in ("coin", "barrel"))
        if not plain or not all(every.values()):
            assert "nothing works" in answer.summary.en, table
            continue
        spendings += 1
        rows = {row.entry: int(row.value.en) for row in answer.blocks[0].rows}
        chosen = {
            item: (rows.pop(item, 0), rows.pop(f"{item}_fairy", 0), rows.pop(BOOK_FOR[item], 0))
            for item in items
        }
        assert rows == {}
        for item in items:
            assert chosen[item] in every[item]
            # books first, then fairies
            assert chosen[item][:0:-1] == max(p[:0:-1] for p in every[item])
        assert bool(answer.applies) == bool(group)
        if group:
            wanted = {f"table/circled/{group}/{i}": n for i, n in table.get("circled", {}).items()}
            for item, (spent, used, read) in chosen.items():
                if spent:
                    gone = table.get("struck", {}).get(item, 0)
                    wanted[f"table/struck/{group}/{item}"] = gone + spent
                if fairies := table.get("fairies", {}).get(f"{item}_fairy", 0):
                    wanted[f"table/group_fairies/{group}/{item}_fairy"] = fairies - used or None
                if read:
                    wanted[f"table/books_spent/{BOOK_FOR[item]}"] = True
            assert answer.applies[0].cells == wanted
    assert spendings
