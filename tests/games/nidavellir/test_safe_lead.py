"""The search behind *Is a lead safe?* against one that plays every rest of an age move by move.

That one shares nothing with the engine: it takes a card at one tavern after the other, recruits a
hero whenever the rules demand it, enlists, moves Ylud and counts. COMPANION_STATES says how many
states are drawn.
"""

import random
import re
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from scoring import game
from scoring.games.nidavellir.solvers import safe_lead
from scoring.games.nidavellir.solvers.safe_lead import Mercenary, Rest, Rival
from tests.games.posted import cases

STATES = cases(2000)
BLACKSMITH, HUNTER, EXPLORER, MINER, WARRIOR = KINDS = range(5)
# the ranks printed on the heroes' cards
HEROES = {
    "kraal": {WARRIOR: 2},
    "tarah": {WARRIOR: 1},
    "aral": {HUNTER: 2},
    "dagda": {HUNTER: 3},
    "aegur": {BLACKSMITH: 2},
    "bonfur": {BLACKSMITH: 3},
    "zoral": {MINER: 3},
    "lokdur": {MINER: 1},
    "hourya": {EXPLORER: 1},
    "idunn": {EXPLORER: 1},
    "skaa": {},
    "ylud": {},
    "thrud": {},
    "olwyn": {},
}
CAMP = [{WARRIOR, EXPLORER}, {HUNTER, MINER}, {BLACKSMITH, WARRIOR}, {EXPLORER}]


def mask(kinds):
    return sum(1 << kind for kind in kinds)


class Play:
    """A rest of an age, played move by move by one player, alone and with luck on their side."""

    def __init__(
        self,
        *,
        age,
        kind,
        ranks,
        heroes,
        recruits,
        taverns,
        hidden,
        left,
        display,
        cards,
        waiting,
        camp,
        ylud,
        thrud,
    ):
        self.age, self.kind, self.ranks, self.heroes = age, kind, tuple(ranks), heroes
        self.recruits, self.taverns, self.hidden, self.left = recruits, taverns, hidden, left
        # any two heroes without ranks are alike
        plain = {h for h in display if h not in HEROES and h not in ("andumia", "holda")}
        self.display = frozenset(display) - plain | ({"skaa"} if plain else set())
        self.cards, self.waiting, self.camp = cards, frozenset(waiting), frozenset(camp)
        self.ylud, self.thrud = ylud, thrud
        self.best = cache(self._best)
        self.visited = cache(self._visited)

    def engine(self, enough=99, loose=None):
        def hired(ids):
            return tuple(Mercenary(i, mask(self.cards[i])) for i in sorted(ids))

        shown = {h: tuple(HEROES.get(h, {}).get(k, 0) for k in KINDS) for h in self.display}
        taverns = tuple(map(mask, self.taverns))
        rest = Rest(
            self.age, taverns, self.hidden, self.left, shown, hired(self.camp & self.cards.keys())
        )
        rival = Rival(
            self.ranks, self.heroes, self.recruits, hired(self.waiting), self.ylud, self.thrud
        )
        return safe_lead.reach(rival, rest, self.kind, enough, loose)

    def most(self):
        """The most ranks at the end."""
        own = (self.ranks, self.heroes, self.display, self.waiting, self.ylud, self.thrud)
        return max(self.visited(0, self.left, each, self.camp) for each in self.due(own))

    # -- cards go into columns ----------------------------------------------------------------

    def placed(self, own, kind):
        """Every way to put one rank into a column: Thrud, if she stands there, moves on."""
        ranks, heroes, display, waiting, ylud, thrud = own
        ranks = changed(ranks, kind, 1)
        if thrud != kind:
            yield from self.due((ranks, heroes, display, waiting, ylud, thrud))
            return
        for column in KINDS:
            moved = changed(changed(ranks, kind, -1), column, 1)
            yield from self.due((moved, heroes, display, waiting, ylud, column))

    def due(self, own):
        """Every way to recruit the heroes that complete lines demand."""
        ranks, heroes, display, *_ = own
        if not (self.recruits and min(ranks) > heroes and display):
            yield own
            return
        some = False
        for hero in display:
            for after in self.recruited(own, hero):
                some = True
                yield from self.due(after)
        if not some:
            yield own

    def recruited(self, own, hero):
        ranks, heroes, display, waiting, ylud, thrud = own
        heroes, display = heroes + 1, display - {hero}
        if hero == "hourya" and ranks[EXPLORER] < 5:
            return
        if hero == "ylud":
            yield ranks, heroes, display, waiting, -1, thrud
        elif hero == "thrud":
            for kind in KINDS:
                yield changed(ranks, kind, 1), heroes, display, waiting, ylud, kind
        elif hero == "olwyn":
            for one, two in combinations(KINDS, 2):
                for after in self.pushed(ranks, {one: 1, two: 1}, thrud):
                    yield after[0], heroes, display, waiting, ylud, after[1]
        elif hero == "andumia":
            for kind in KINDS:
                for after in self.pushed(ranks, {kind: 1}, thrud):
                    yield after[0], heroes, display, waiting, ylud, after[1]
        elif hero == "holda":
            # a mercenary of the camp, for good luck one that fits any column
            yield ranks, heroes, display, waiting | {"any"}, ylud, thrud
        else:
            costs = {"bonfur": 1, "dagda": 2}.get(hero, 0)
            printed = HEROES[hero]
            for after, at in self.pushed(ranks, printed, thrud):
                others = [k for k in KINDS if k not in printed and after[k] - (at == k) > 0]
                for lost in combinations(others, costs):
                    less = tuple(n - (k in lost) for k, n in enumerate(after))
                    yield less, heroes, display, waiting, ylud, at

    def pushed(self, ranks, more, thrud):
        ranks = tuple(n + more.get(k, 0) for k, n in enumerate(ranks))
        if thrud is None or thrud not in more:
            yield ranks, thrud
            return
        for column in KINDS:
            yield changed(changed(ranks, thrud, -1), column, 1), column

    # -- the rest of the age ------------------------------------------------------------------

    def _visited(self, n, left, own, camp):
        """The best end from the ``n``-th tavern on."""
        if n == len(self.taverns) + self.hidden:
            return self.best(own, False)
        found = [self.visited(n + 1, left, own, camp)]
        for kind in self.taverns[n] if n < len(self.taverns) else KINDS:
            after = left
            if n >= len(self.taverns):
                if not left[kind]:
                    continue
                after = changed(left, kind, -1)
            found += [self.visited(n + 1, after, each, camp) for each in self.placed(own, kind)]
        for card in camp:
            if card == "gjallarhorn":
                ways = [
                    due
                    for hero in own[2]
                    for each in self.recruited(own, hero)
                    for due in self.due(each)
                ]
            elif card == "brisingamens":
                ways = [
                    second
                    for one in KINDS
                    for first in self.placed(own, one)
                    for two in KINDS
                    for second in self.placed(first, two)
                ]
            else:
                ways = [(*own[:3], own[3] | {card}, *own[4:])]
            found += [self.visited(n + 1, left, each, camp - {card}) for each in ways]
        return max(found)

    def _best(self, own, moved):
        """The most ranks at the end: mercenaries enlist, Ylud moves, Thrud leaves."""
        ranks, heroes, display, waiting, ylud, thrud = own
        if waiting and not moved:
            return max(
                self.best(each, moved)
                for card in waiting
                for kind in (KINDS if card == "any" else self.cards[card])
                for each in self.placed(
                    (ranks, heroes, display, waiting - {card}, ylud, thrud), kind
                )
            )
        if ylud is not None and not moved:
            lifted = ranks if ylud < 0 else changed(ranks, ylud, -1)
            return max(
                self.best(each, True)
                for kind in KINDS
                for each in self.placed((lifted, heroes, display, waiting, kind, thrud), kind)
            )
        return ranks[self.kind] - (thrud == self.kind and self.age == 2)


def changed(ranks, kind, number):
    return tuple(n + number * (k == kind) for k, n in enumerate(ranks))


def drawn(seed, *, heroes=(), artifacts=()):
    draw = random.Random(f"safe lead {seed}")
    tall = draw.choice([0, 1, 2, 3])
    ranks = [max(0, tall + draw.choice([-1, 0, 0, 1, 2])) for _ in KINDS]
    taverns = [
        frozenset(draw.sample(KINDS, draw.choice([0, 1, 2, 3])))
        for _ in range(draw.choice([0, 0, 1, 1, 2]))
    ]
    display = {*draw.sample([*HEROES], draw.choice([1, 2, 4])), *heroes}
    camp = [] if artifacts else draw.sample(CAMP, draw.choice([0, 0, 1, 2]))
    waits = draw.sample(CAMP[:3], draw.choice([0, 0, 1, 2]) if len(camp) < 2 else 0)
    cards = {f"m{n}": frozenset(classes) for n, classes in enumerate([*camp, *waits])}
    ylud = thrud = None
    if draw.random() < 0.3:
        display -= {"ylud"}
        ylud = draw.choice([-1, *(k for k in KINDS if ranks[k])])
    if draw.random() < 0.3 and any(ranks):
        display -= {"thrud"}
        thrud = draw.choice([k for k in KINDS if ranks[k]])
        if thrud == ylud:
            ranks[thrud] = max(2, ranks[thrud])
    thrudded = thrud is not None or "thrud" in display
    return Play(
        age=draw.choice([1, 2]),
        kind=draw.choice(KINDS),
        ranks=ranks,
        # nobody is due a hero before the next card
        heroes=max(min(ranks), draw.choice([0, 1, min(ranks)])),
        recruits=draw.random() < 0.93,
        taverns=taverns,
        hidden=draw.choice([0, 0, 1] if artifacts or taverns or thrudded else [0, 0, 1, 1, 2, 3]),
        left=tuple(draw.choice([0, 1, 1, 2]) for _ in KINDS),
        display=display,
        cards=cards,
        waiting=[f"m{n}" for n in range(len(camp), len(cards))],
        camp=[*(f"m{n}" for n in range(len(camp))), *artifacts],
        ylud=ylud,
        thrud=thrud,
    )


def followed(play):
    """True if the engine follows every card of a play, which it does not for these two heroes."""
    return play.thrud is None and not {"thrud", "hourya"} & play.display


def test_where_every_card_is_followed_both_find_the_same():
    plays = [play for seed in range(STATES) if followed(play := drawn(seed))]
    assert len(plays) > STATES // 3
    for play in plays:
        assert play.engine().most == play.most()


def test_what_is_not_followed_is_between_the_sure_ways_and_the_bound():
    gaps = 0
    for play in (play for seed in range(STATES) if not followed(play := drawn(seed))):
        certain, bound = play.engine().most, play.engine(loose=0).most
        assert certain <= play.most() <= bound
        gaps += certain < bound
    assert gaps


@pytest.mark.parametrize(("artifact", "brings"), [("gjallarhorn", 3), ("brisingamens", 2)])
def test_artifacts_and_heroes_who_fetch_cards_are_within_the_bound(artifact, brings):
    for seed in range(STATES // 50):
        play = drawn(f"{artifact} {seed}", heroes={"andumia", "holda"}, artifacts={artifact})
        assert play.most() <= play.engine(loose=brings).most


def test_a_search_for_enough_stops_there_and_finds_no_less():
    for play in map(drawn, range(STATES // 4)):
        most = play.engine().most
        assert play.engine(most).most == play.engine(most + 1).most == most


def test_the_steps_add_up_to_the_ranks():
    for play in map(drawn, range(STATES // 4)):
        found, kind = play.engine(), play.kind
        if not followed(play) or any(step.card == "olwyn" for step in found.steps):
            continue
        ranks = play.ranks[kind] - (play.ylud == kind and _moves(found))
        for step in found.steps:
            if step.what == "hero":
                ranks += HEROES[step.card].get(kind, 0)
            elif step.kind == kind:
                ranks += step.number
        assert ranks == found.most
        visits = sum(step.number for step in found.steps if step.what in ("dwarves", "camp"))
        assert visits <= len(play.taverns) + play.hidden


def _moves(found):
    return any(step.card == "ylud" and step.what == "put" for step in found.steps)


# -- the form ------------------------------------------------------------------------------------

FORM = game("nidavellir").calculators["safe_lead"].form
NAMES = ("blacksmith", "hunter", "explorer", "miner", "warrior")
PER_AGE = (8, 6, 7, 6, 8)
NEUTRAL = [
    *("dwerg_aesir", "dwerg_bergelmir", "dwerg_jungir", "dwerg_sigmir", "dwerg_ymir"),
    *("skaa", "astrid", "grid", "uline"),
]
BOXED = ("andumia", "holda", "olwyn")
SPLIT = {
    1: {"merc_w6_e8": (4, 2), "merc_w6_b": (4, 0), "merc_h_e8": (1, 2), "merc_h_m1": (1, 3)}
    | {"merc_b_m1": (0, 3), "merc_w9_e11_1": (4, 2)},
    2: {"merc_h_b": (1, 0), "merc_w6_m1": (4, 3), "merc_b_e8": (0, 2), "merc_w6_h": (4, 1)}
    | {"merc_e8_m1": (2, 3), "merc_w9_e11_2": (4, 2)},
}


def drawn_form(seed):
    """Cells of three players; the last has most heroes and mercenaries, so that few are left."""
    draw = random.Random(f"form of a lead {seed}")
    age, boxed = draw.choice([1, 2]), draw.random() < 0.4
    heroes = [h for h in HEROES if boxed or h != "olwyn"] + ["andumia", "holda"] * boxed + NEUTRAL
    heroes = draw.sample(list(dict.fromkeys(heroes)), len(set(heroes)))
    seats, free = {}, heroes[draw.randint(0, 4) :]
    for seat in ("p1", "p2", "p3"):
        ranks = [draw.choice([1, 2, 2, 3]) for _ in KINDS]
        kind = draw.choice(KINDS) if age == 1 else WARRIOR
        ranks[kind] += draw.choice([0, 0, 2, 4]) + 2 * (seat == "p1")
        number = min(ranks) + draw.choice([0, 0, 1]) if seat != "p3" else len(free)
        own, free = free[:number], free[number:]
        # the ranks of the heroes are among those entered
        for hero in own:
            for k, n in HEROES.get(hero, {}).items():
                ranks[k] = max(ranks[k], n)
        cells = dict(zip((f"{name}_ranks" for name in NAMES), ranks, strict=True))
        cells["heroes"] = dict.fromkeys(own, True)
        for hero in {"ylud", "thrud"} & set(own):
            if hero == "thrud" or draw.random() < 0.6:
                at = draw.choice(KINDS)
                cells[f"{hero}_at"] = NAMES[at]
                cells[f"{NAMES[at]}_ranks"] += 1
        if boxed and seat == "p3":
            cells["artifacts"] = {"megingjord": True, "vegvisir": True}
            cells["artifacts"] |= dict.fromkeys(["gjallarhorn", "brisingamens", "hofud"], True)
            for gone in draw.sample(["gjallarhorn", "hofud", "brisingamens"], 1):
                cells["artifacts"].pop(gone) if draw.random() < 0.3 else None
        seats[seat] = cells
    mercenaries = draw.sample(list(SPLIT[age]), 6) if boxed else []
    for n, card in enumerate(mercenaries[: draw.choice([4, 5, 6])]):
        seat = "p3" if n > 1 else draw.choice(["p1", "p2"])
        face = "first" if n > 1 else "waiting"
        seats[seat].setdefault("mercenaries", {})[card] = face
    open_ = draw.random() < 0.5
    table = {"age": f"age_{age}", "rounds": 1, "over": 2 if open_ else draw.choice([2, 2, 3])}
    if boxed:
        table["thingvellir"] = True
    if open_:
        lying = Counter(draw.choice([*NAMES, NAMES[WARRIOR], "offering_5"]) for _ in range(3))
        table["at_shining_horse"] = dict(lying)
    table["to_come"] = {name: draw.choice([0, 1, 3]) for name in draw.sample(NAMES, 3)}
    return FORM.sheet.read({"seats": seats, "table": table})


def play_of(state, seat, kind, *, sure):
    """Returns the play of a player, read off the cells by hand; ``sure``: with no card's help."""
    table, cells = state["table"], state["seats"][seat]
    age = int(table["age"][-1])
    lying = table.get("at_shining_horse", {})
    come = [table["to_come"].get(name, n) for name, n in zip(NAMES, PER_AGE, strict=True)]
    held = {hero for each in state["seats"].values() for hero in each.get("heroes", {})}
    boxed = "thingvellir" in table
    heroes = [h for h in HEROES if boxed or h != "olwyn"] + ["andumia", "holda"] * boxed + NEUTRAL
    taken = {card for each in state["seats"].values() for card in each.get("mercenaries", {})}
    artifacts = {card for each in state["seats"].values() for card in each.get("artifacts", {})}
    waiting = [c for c, f in cells.get("mercenaries", {}).items() if f == "waiting"]
    camp = set(SPLIT[age]) - taken if boxed else set()
    if boxed and age == 2 and not sure:
        camp |= {"gjallarhorn", "brisingamens"} - artifacts
    at = {h: NAMES.index(cells[f"{h}_at"]) if f"{h}_at" in cells else -1 for h in ("ylud", "thrud")}
    own = cells.get("heroes", {})
    return Play(
        age=age,
        kind=kind,
        ranks=[cells.get(f"{name}_ranks", 0) for name in NAMES],
        heroes=len(own),
        recruits="megingjord" not in cells.get("artifacts", {}),
        taverns=[frozenset(NAMES.index(c) for c in lying if c in NAMES)] if lying else [],
        hidden=3 - table["over"] - bool(lying),
        left=tuple(max(0, n - lying.get(c, 0)) for n, c in zip(come, NAMES, strict=True)),
        display=set(heroes) - held - ({"andumia", "holda"} if sure else set()),
        cards={card: frozenset(kinds) for card, kinds in SPLIT[age].items()},
        waiting=waiting,
        camp=camp,
        ylud=at["ylud"] if "ylud" in own else None,
        thrud=at["thrud"] if "thrud" in own else None,
    )


def test_the_form_says_safe_only_if_nobody_can_and_how_only_if_somebody_can():
    said = Counter()
    for seed in range(max(100, STATES // 10)):
        state = drawn_form(seed)
        answer = FORM.answer(FORM.sheet.position(state))
        for kind, name in enumerate(NAMES):
            for block in answer.blocks:
                leader = _leader_of(block, name)
                if leader:
                    verdict = _checked(state, block.title.en, kind, leader)
                    said[verdict] += 1
                    if state["table"]["age"] == "age_1":
                        assert (f"{name.title()} (" in answer.summary.en) == (verdict == "safe")
    assert min(said[word] for word in ("safe", "may fall", "open")) > 3, said


def _leader_of(block, name):
    found = re.match(rf"{name}: .*Player (\d)'s lead", block.title.en, re.I)
    return found and f"p{found[1]}"


def _checked(state, verdict, kind, leader):
    table, cells = state["table"], state["seats"][leader]
    age, name = int(table["age"][-1]), NAMES[kind]
    kept = cells.get(f"{name}_ranks", 0)
    kept -= age == 2 and cells.get("thrud_at") == name
    kept += table.get("at_shining_horse", {}).get(name, 0) == 3
    waiting = [c for c, f in cells.get("mercenaries", {}).items() if f == "waiting"]
    helped = kept + sum(kind in SPLIT[age][card] for card in waiting)
    helped += "ylud" in cells.get("heroes", {}) and cells.get("ylud_at") != name
    taken = {card for each in state["seats"].values() for card in each.get("artifacts", {})}
    hofud = "thingvellir" in table and age == 2 and "hofud" not in taken and table["over"] < 3
    rivals = [seat for seat in state["seats"] if seat != leader]
    sure = [play_of(state, seat, kind, sure=True) for seat in rivals]
    most = max(play_of(state, seat, kind, sure=False).most() for seat in rivals) + hofud
    enough = helped + (age == 2)
    if "may still overturn" in verdict:
        assert max(play.most() for play in sure) >= enough, (state, verdict)
        return "may fall"
    if "not shown safe" in verdict:
        known = "thingvellir" not in table and (age, kind) != (1, EXPLORER)
        assert not (known and all(map(followed, sure))), (state, verdict)
        return "open"
    assert most < enough, (state, verdict)
    if " is safe with " not in verdict:
        assert most < kept + (age == 2), (state, verdict)
    return "safe"


# -- worked by hand ------------------------------------------------------------------------------


def ranks(*numbers, **more):
    return dict(zip((f"{name}_ranks" for name in NAMES), numbers, strict=True)) | more


def answered(seats, **table):
    raw = {"seats": {f"p{n}": cells for n, cells in enumerate(seats, 1)}, "table": table}
    return FORM.answer(FORM.sheet.position(FORM.sheet.read(raw)))


def told(answer):
    return [(row.value.en, row.how.en) for row in answer.blocks[0].rows]


THREE = {"aegur": True, "idunn": True, "skaa": True}
OTHERS = {"bonfur": True, "lokdur": True, "grid": True}
LAST_TAVERN = {"rounds": 1, "over": 2, "at_shining_horse": {"warrior": 2, "hunter": 1}}


@pytest.mark.parametrize(
    ("warriors", "verdict", "row"),
    [
        # the page of the worked case: 6 + Kraal 2
        (6, "Player 1's lead is safe", ("up to 8", "may draw level; then both get the bonus")),
        # 7 + Kraal 2
        (7, "Player 2 may still overturn", ("9 or more", "takes 1 hunter, line 4 brings Kraal")),
    ],
)
def test_eight_warriors_before_the_last_tavern(warriors, verdict, row):
    rival = ranks(4, 3, 4, 4, warriors, heroes=THREE)
    answer = answered([ranks(3, 3, 3, 2, 8), rival, ranks(4, 3, 3, 2, 2)], **LAST_TAVERN)
    assert verdict in answer.summary.en
    assert told(answer)[:2] == [("8", ""), row]


def test_ylud_and_mercenaries_of_the_leader_make_it_safe_if_they_go_there():
    ylud = {"ylud": True, "skaa": True}
    leader = ranks(2, 2, 2, 2, 7, heroes=ylud, mercenaries={"merc_w6_h": "waiting"})
    rival = ranks(1, 1, 1, 1, 7, heroes=OTHERS, mercenaries={"merc_w6_m1": "waiting"})
    answer = answered([leader, rival], rounds=0, thingvellir=True)
    assert "Player 1's lead is safe with Warrior 6 / Hunter, Ylud" in answer.summary.en
    assert "Player 1 may still overturn Player 2's lead" in answer.summary.en


def test_a_tie_loses_a_distinction_and_keeps_the_majority():
    seats = [ranks(1, 1, 1, 1, 5, heroes=THREE), ranks(1, 1, 1, 1, 4, heroes=OTHERS)]
    last = {"rounds": 1, "over": 2, "at_shining_horse": {"warrior": 1, "offering_5": 2}}
    assert "Player 1's lead is safe" in answered(seats, **last).summary.en
    first_age = answered(seats, age="age_1", **last)
    assert first_age.blocks[4].title.en == "Warrior: Player 2 may still overturn Player 1's lead"
    assert first_age.summary.en == "Not yet safe: Blacksmith, Hunter, Explorer, Miner, Warrior"


def test_all_that_lies_there_are_warriors_so_the_leader_gets_one_too():
    seats = [ranks(1, 1, 1, 1, 5, heroes=THREE), ranks(1, 1, 1, 1, 5, heroes=OTHERS)]
    last = {"rounds": 1, "over": 2, "at_shining_horse": {"warrior": 3}}
    assert [block.rows[0].value.en for block in answered(seats, **last).blocks[:2]] == ["6", "6"]


def test_a_player_without_ranks_leaves_every_lead_open():
    answer = answered([ranks(1, 1, 1, 1, 5), {}], rounds=0)
    assert answer.summary.en == (
        "Warrior: Player 1's lead is not shown safe (so far: nothing is entered for Player 2)"
    )


def test_a_tavern_with_too_few_cards_is_doubted_and_may_hold_anything():
    seats = [ranks(1, 1, 1, 1, 5, heroes=THREE), ranks(1, 1, 1, 1, 5, heroes=OTHERS)]
    table = {"rounds": 1, "over": 2, "at_shining_horse": {"hunter": 2}}
    state = FORM.sheet.read({"seats": {"p1": seats[0], "p2": seats[1]}, "table": table})
    (doubt,) = FORM.sheet.doubts(state)
    assert doubt.path == "table/at_shining_horse"
    assert "2 cards are entered, 3 lie there" in doubt.message.en
    assert "may still overturn" in FORM.answer(FORM.sheet.position(state)).summary.en


def test_more_rounds_than_an_age_can_have_are_refused_beside_the_field():
    (error,) = FORM.sheet.enter(FORM.sheet.blank(3), {"table/rounds": "6"}).errors
    assert error.path == "table/rounds"


@pytest.mark.parametrize(
    ("stage", "age", "rounds"),
    [("age_1_round_2", "age_1", 3), ("evaluation", "age_1", 0), ("age_2_round_4", "age_2", 1)],
)
def test_a_table_fills_in_what_lies_open(stage, age, rounds):
    own = {"warriors": {"warrior_3": 1}, "blacksmiths": 3, "heroes": {"ylud": True}}
    own |= {"ylud_at": "hunter", "mercenaries": {"merc_w6_h": "waiting"}}
    own["enlist"] = {"merc_w6_h": "first"}
    state = {"seats": {"p1": own, "p2": {}, "p3": {}}, "play": {"stage": stage}}
    state["table"] = {"thingvellir": True}
    game_sheet = game("nidavellir").sheet
    cells = FORM.filled(game_sheet.position(game_sheet.read(state)), "p1")
    table, seat = cells["table"], cells["seats"]["p1"]
    assert (table["age"], table["rounds"], table["thingvellir"]) == (age, rounds, True)
    # a mercenary whose class is only planned still waits
    assert (seat["warrior_ranks"], seat["hunter_ranks"], seat["ylud_at"]) == (1, 1, "hunter")
    assert seat["mercenaries"] == {"merc_w6_h": "waiting"}
    # 8 of each age, less 3; in age 2 no more than its own 8
    assert table["to_come"]["blacksmith"] == (5 if age == "age_1" else 8)


# a table and what the second player has besides, with the field; blank without it
MATTERS = {
    "age": ({"age": "age_1"}, {}),
    "rounds": ({"rounds": 0}, {}),
    "over": ({"rounds": 1, "over": 2}, {}),
    "thingvellir": ({"rounds": 1, "over": 2, "thingvellir": True}, {}),
    "idavoll": (LAST_TAVERN | {"at_shining_horse": {"hunter": 3}, "idavoll": True}, {}),
    "at_laughing_goblin": ({"rounds": 1, "at_laughing_goblin": {"hunter": 3}}, {}),
    "at_dancing_dragon": ({"rounds": 1, "at_dancing_dragon": {"hunter": 3}}, {}),
    "at_shining_horse": ({"rounds": 1, "at_shining_horse": {"hunter": 3}}, {}),
    "to_come": ({"rounds": 1, "over": 2, "to_come": {"warrior": 0}}, {}),
    **{f"{name}_ranks": ({"rounds": 0, "age": "age_1"}, {}) for name in NAMES},
    "heroes": ({"rounds": 0}, {}),
    "ylud_at": ({"rounds": 0}, {"heroes": {"ylud": True}, "ylud_at": "warrior"}),
    "ylud_done": ({"rounds": 0}, {"heroes": {"ylud": True}, "ylud_done": True}),
    "thrud_at": ({"rounds": 0}, {"heroes": OTHERS | {"thrud": True}, "thrud_at": "warrior"}),
    "mercenaries": ({"rounds": 0}, {"mercenaries": {"merc_w6_h": "waiting"}}),
    "artifacts": ({"rounds": 1, "over": 2}, {"artifacts": {"gjallarhorn": True}}),
    "gods": ({"rounds": 0}, {"gods": {"odin": "ready"}}),
    "giants": ({"rounds": 0}, {"giants": {"skymir": "empty"}}),
}


def test_every_field_changes_an_answer():
    assert MATTERS.keys() == FORM.sheet.declared.keys() | FORM.sheet.table_fields.keys()
    for field, (table, more) in MATTERS.items():
        first = ranks(3, 3, 3, 3, 8, heroes=THREE)
        second = ranks(3, 3, 3, 3, 6, heroes=OTHERS) | more
        given = answered([first, second], **table)
        table = {id_: held for id_, held in table.items() if id_ != field}
        second = {id_: held for id_, held in second.items() if id_ != field}
        assert answered([first, second], **table) != given, field
