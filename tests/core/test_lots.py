"""Draws by lot: equally likely, within the rules of each box, and repeatable by anybody."""

import hashlib
import itertools
import random
from collections import Counter

import pytest

from scoring import game
from scoring.model import cells_filled_by_lot, drawing_by_lot
from scoring.model.plan import State
from scoring.model.sheet import Sheet
from tests.games.posted import cases

CHI_SQUARE_99_99 = {1: 15.1, 5: 25.7, 11: 36.0, 119: 183.0}
"""Limit of chi-square by degrees of freedom: one in 10,000 fair samples is above it."""

TABLES = cases(800)
"""Of each game, set up by lot."""

PLACES = {
    "place_f1": {"elder", "nymph"},
    "place_f3": {"guardians_owl", "celestial_ship"},
    "place_f4": {"minotaur", "guardians_shield"},
    "place_f5": {"gorgon", "triton"},
    "place_f7": {"sphinx", "cyclops"},
    "place_m3": {"silver_hind", "great_bear"},
    "place_m4": {"satyrs", "tenacious_boar", "magical_seagull"},
    "place_m5": {"ferryman", "cerberus"},
    "place_m7": {"cancer", "sentinel"},
    "place_m8": {"hydra", "typhon", "promo_stack"},
}
"""Feats that share a place on the islands. Source: the wiki of the online edition, set-up."""


def drawn(sheet: Sheet, state: State, id_: str, seed: str, variant: str = "") -> State:
    """Makes a draw, and returns the state with it."""
    draw = next(each for each in sheet.phases.draws if each.id == id_)
    assert draw.applies(state)
    full = cells_filled_by_lot.urns(draw, sheet, state, variant)
    cells = cells_filled_by_lot.changes(draw, sheet, state, drawing_by_lot.shaken(draw, full, seed))
    assert all(value is None or sheet.records(path, value) for path, value in cells.items())
    return sheet.put(state, cells)


def lots_in(state: State, id_: str) -> list[str]:
    return [lot for urn in drawing_by_lot.read(state["play"]["lots"][id_]) for lot in urn.drawn]


def chi_square(counts: Counter[object], cases: int) -> float:
    expected = counts.total() / cases
    missing = cases - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


def test_every_start_player_home_and_order_is_equally_likely() -> None:
    keyflower, dice_forge = game("keyflower").sheet, game("dice_forge").sheet
    first: Counter[object] = Counter()
    home: Counter[object] = Counter()
    order: Counter[object] = Counter()
    for n in range(2400):
        first[drawn(dice_forge, dice_forge.blank(2), "first", f"a{n}")["play"]["first"]] += 1
        state = drawn(keyflower, keyflower.blank(2), "homes", f"b{n}")
        home[next(iter(state["seats"]["p2"]["village"]))] += 1
        order[drawn(keyflower, keyflower.blank(5), "seats", f"c{n}")["play"]["order"]] += 1
    assert chi_square(first, 2) < CHI_SQUARE_99_99[1]
    assert chi_square(home, 6) < CHI_SQUARE_99_99[5]
    assert chi_square(order, 120) < CHI_SQUARE_99_99[119]


def test_every_tile_is_offered_equally_often() -> None:
    sheet = game("keyflower").sheet
    offered: Counter[object] = Counter()
    for n in range(4000):
        offered.update(lots_in(drawn(sheet, sheet.blank(2), "spring", str(n)), "spring"))
    # six of twelve at once: less spread than twelve independent ones have
    assert chi_square(offered, 12) < CHI_SQUARE_99_99[11]


def test_a_draw_is_repeated_from_its_seed_without_our_code() -> None:
    sheet = game("nidavellir").sheet
    state = drawn(sheet, sheet.blank(4), "gems", "secret one two")
    gems = ["gem_2", "gem_3", "gem_4", "gem_5"]

    def fate(gem: str) -> bytes:
        return hashlib.sha256(b"secret one two/gems/0/" + gem.encode()).digest()

    dealt = [state["seats"][f"p{n}"]["gem"] for n in (1, 2, 3, 4)]
    assert dealt == sorted(gems, key=fate)


def some(slug: str, times: int) -> list[tuple[Sheet, int, str]]:
    """Returns sheet, number of players and seed for so many tables of a game."""
    sheet, players = game(slug).sheet, game(slug).catalogue.box.players
    counts = itertools.cycle(range(max(2, players[0]), players[1] + 1))
    return [(sheet, n, f"{slug} {k}") for k, n in zip(range(times), counts, strict=False)]


def test_tables_of_keyflower_are_set_up_by_the_rules() -> None:
    """Homes, tiles of a season (players and four), sides of boats, who begins. Source: rules."""
    seasons = {kind: {e.id for e in game("keyflower").catalogue.of_kind(kind)} for kind in SEASONS}
    seasons["summer"] |= {"boat_1", "boat_2", "boat_3", "boat_4"}
    for sheet, players, seed in some("keyflower", TABLES):
        state = drawn(sheet, sheet.blank(players), "homes", seed)
        homes = {s: list(cells["village"]) for s, cells in state["seats"].items()}
        assert all(len(held) == 1 for held in homes.values())
        assert len({held[0] for held in homes.values()}) == players
        assert state["play"]["first"] == min(homes, key=lambda seat: homes[seat][0])
        for season, tiles in seasons.items():
            offered = lots_in(drawn(sheet, state, season, seed), season)
            assert len(offered) == len(set(offered)) == players + 4
            assert set(offered) <= tiles
        sides = lots_in(drawn(sheet, state, "sides", seed), "sides")
        assert sorted(side[:-1] for side in sides) == ["boat_1", "boat_2", "boat_3", "boat_4"]


SEASONS = ("spring", "summer", "autumn")


def test_tables_of_dice_forge_are_set_up_by_the_rules() -> None:
    """One feat a place, promos only if asked; two faces of each mixed pool; gold by turn order."""
    promos = {"nymph", "magical_seagull", "promo_stack"}
    seen: set[str] = set()
    for sheet, players, seed in some("dice_forge", TABLES):
        variant = "promos" if seed.endswith("1") else "base"
        state = drawn(sheet, sheet.blank(players), "islands", seed, variant)
        state = drawn(sheet, state, "first", seed)
        laid = {place: state["table"][place] for place in PLACES}
        assert all(laid[place] in feats for place, feats in PLACES.items())
        assert variant == "promos" or not promos & set(laid.values())
        seen |= set(laid.values())
        seats = sorted(state["seats"])
        begins = seats.index(state["play"]["first"])
        order = seats[begins:] + seats[:begins]
        gold = [state["seats"][s].get("reserve", {}).get("gold", 0) for s in order]
        assert gold == [3, 2, 1, 0][:players]
        mixed = next(each for each in sheet.phases.draws if each.id == "mixed")
        assert mixed.applies(state) == (players == 2)
        if players == 2:
            stay = drawn(sheet, state, "mixed", seed)["table"]["mixed"]
            pools = Counter(str(sheet.catalogue[face].facts["pool"]) for face in stay)
            assert pools == {"pool_5": 2, "pool_10": 2}
    assert seen == set().union(*PLACES.values())


def test_tables_of_nidavellir_are_set_up_by_the_rules() -> None:
    """Gems from six less the players to 5, five camp cards of age 1. Source: rules."""
    for sheet, players, seed in some("nidavellir", TABLES):
        state = sheet.blank(players) | {"table": {"thingvellir": True}}
        state = drawn(sheet, state, "gems", seed)
        gems = sorted(cells["gem"] for cells in state["seats"].values())
        assert gems == [f"gem_{n}" for n in range(6 - players, 6)]
        camp = [
            sheet.catalogue[card] for card in lots_in(drawn(sheet, state, "camp", seed), "camp")
        ]
        assert len({card.id for card in camp}) == 5
        assert all(card.facts["age"] == 1 for card in camp)


def test_tables_of_the_two_others_are_set_up_by_the_rules() -> None:
    """Two spellbooks, in co-op only those for it; one mission of 14; two magics each, no twice."""
    missions = set()
    for sheet, players, seed in some("map_masters", TABLES):
        state = sheet.blank(players)
        assert len(set(lots_in(drawn(sheet, state, "books", seed), "books"))) == 2
        coop = state | {"table": {"coop": True}}
        books = lots_in(drawn(sheet, coop, "coop_books", seed), "coop_books")
        assert len(set(books)) == 2
        assert all("coop" in sheet.catalogue[book].facts["modes"] for book in books)
        missions.add(drawn(sheet, coop, "mission", seed)["table"]["mission"])
    assert missions == {f"mission_{n}" for n in range(1, 15)}
    for sheet, players, seed in some("diploma", TABLES):
        magic = lots_in(drawn(sheet, sheet.blank(players), "magic", seed), "magic")
        assert len(magic) == len(set(magic)) == 2 * players


def test_a_place_that_somebody_chose_stays_and_what_was_drawn_is_drawn_again() -> None:
    sheet = game("dice_forge").sheet
    state = sheet.put(sheet.blank(3), {"table/place_m8": "promo_stack"})
    laid = set()
    for n in range(40):
        state = drawn(sheet, state, "islands", str(n), "base")
        assert state["table"]["place_m8"] == "promo_stack"
        laid.add(state["table"]["place_m4"])
    assert laid == {"satyrs", "tenacious_boar"}


def test_drawn_again_clears_what_the_first_draw_entered_where_it_still_stands() -> None:
    sheet, numbers = game("keyflower").sheet, random.Random(36)
    state = sheet.blank(3)
    for _ in range(30):
        state = drawn(sheet, state, "homes", str(numbers.random()))
        assert all(len(cells["village"]) == 1 for cells in state["seats"].values())
    kept = next(iter(state["seats"]["p1"]["village"]))
    state = sheet.put(state, {f"p1/village/{kept}": "after"})  # by hand: a draw does not touch it
    while kept in lots_in(state, "homes")[:1]:
        state = drawn(sheet, state, "homes", str(numbers.random()))
    assert state["seats"]["p1"]["village"][kept] == "after"


def test_every_draw_is_read_back_as_it_was_written() -> None:
    for slug in ("keyflower", "dice_forge", "nidavellir", "map_masters", "diploma"):
        sheet = game(slug).sheet
        state = sheet.blank(2)
        for draw in sheet.phases.draws:
            if not draw.fixed:
                shaken = drawing_by_lot.shaken(
                    draw, cells_filled_by_lot.urns(draw, sheet, state), slug
                )
                assert drawing_by_lot.read(drawing_by_lot.written(shaken)) == shaken
                assert len(drawing_by_lot.written(shaken)) < drawing_by_lot.MOST_LETTERS


@pytest.mark.parametrize(
    "text",
    ["p1:", "p9:home_1|", "p2/name:home_1|", "p1 p2:gone home_2|", ";;:", "|", "p1 p2:home_1"],
)
def test_a_text_that_no_draw_wrote_enters_nothing_that_is_not_of_the_draw(text: str) -> None:
    sheet = game("keyflower").sheet
    homes = next(each for each in sheet.phases.draws if each.id == "homes")
    found = cells_filled_by_lot.entered(homes, sheet, sheet.blank(2), drawing_by_lot.read(text))
    assert set(found) <= {"play/first", "p1/village/home_1", "p2/village/home_2"}
