"""The search behind *Is a lead safe?* against one that plays every rest of an age move by move.

That one shares nothing with the engine: it takes a card at one tavern after the other, recruits a
hero whenever the rules demand it, enlists, moves Ylud and counts. COMPANION_STATES says how many
states are drawn.
"""

import random
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
        return safe_lead.Search(rival, rest, self.kind, enough, loose).best

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


# -- the form; what it says is in rows of cases/safe_lead.toml ------------------------------------

FORM = game("nidavellir").calculators["safe_lead"].form


def test_a_tavern_with_too_few_cards_is_doubted():
    table = {"rounds": 1, "over": 2, "at_shining_horse": {"hunter": 2}}
    state = FORM.sheet.read({"seats": {"p1": {}, "p2": {}}, "table": table})
    (doubt,) = FORM.sheet.doubts(state)
    assert doubt.path == "table/at_shining_horse"
    assert "2 cards are entered, 3 lie there" in doubt.message.en


def test_more_rounds_than_an_age_can_have_are_refused_beside_the_field():
    (error,) = FORM.sheet.enter(FORM.sheet.blank(3), {"table/rounds": "6"}).errors
    assert error.path == "table/rounds"
