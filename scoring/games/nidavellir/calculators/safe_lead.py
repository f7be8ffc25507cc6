"""Calculator for leads in ranks: which are safe until the age ends, and how others may be lost.

Age 1: each class's distinction, which only a sole leader wins. Age 2: the warriors' majority, which
all with the most ranks have. The leader keeps what stands in the column and gains only what nobody
can prevent; of the others, one at a time does the best that is possible.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scoring.model.calculator import Answer, Block, FormCells, Row
from scoring.model.errors_and_warnings import Doubt
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import EMPTY, Text, joined, number

from ..messages import say
from ..sheet_functions import order
from ..solvers.army import CLASSES, PLAIN, VALUED, WAITING, areas, ranks_of
from ..solvers.lines_and_leads import played, rounds
from ..solvers.safe_lead import (
    FETCHING,
    LAST_AGE,
    UNPLACED,
    Mercenary,
    Reach,
    Rest,
    Rival,
    Search,
    Step,
)
from . import lines
from .bid_form import PAIR, TWO_PLAYERS_CARDS, laid_out

HELD = ("heroes", "mercenaries", "artifacts", "gods", "giants")
PLACES = ("ylud_at", "ylud_done", "thrud_at")
BLACKSMITH, EXPLORER, WARRIOR = (CLASSES.index(k) for k in ("blacksmith", "explorer", "warrior"))
ARMORER_RANKS = 2
"""Blacksmith ranks of a distinction that is won just before explorers are compared."""
HERO_RANKS = 3
"""The most ranks that a hero brings."""
BRINGS = {
    "gjallarhorn": HERO_RANKS,
    "hofud": 1,
    "brisingamens": 2,
    "odin": HERO_RANKS,
    "thrivaldi": HERO_RANKS,
    "skymir": 2 * HERO_RANKS,
}
"""Cards that bring others, with the most ranks of these; Höfud costs the leader one."""
NOT_FOLLOWED = ("thrud", "hourya", *FETCHING)
"""Heroes whose help is counted at its most."""
FRESH = ("ready", "empty")
"""Faces of gods and giants that may still act."""
ROUNDS_OF_MYTHS = 3
"""Number of rounds of age 1 in which Idavoll's cards lie at the second tavern."""


def fill(position: Position, seat: str) -> FormCells:
    bare = position.having(*(each.without("enlist", "ylud") for each in position))
    cells: dict[str, object] = dict.fromkeys(played(position.table.cells), True)
    phases, stage = order(len(position.seats), position.table.cells), position.play.choice("stage")
    age, come = LAST_AGE, per_age(position)
    if stage in phases:
        now, middle = phases.index(stage), phases.index("evaluation")
        age = 1 if now <= middle else LAST_AGE
        ahead = phases[now : middle if age == 1 else phases.index("end")]
        left = len(set(ahead) - {"setup", "enlist_1", "enlist_2"})
        cells |= {"age": f"age_{age}", "rounds": left}
    for kind, n in come.items():
        field = PLAIN.get(kind)
        own = sum(
            s.count(field) if field else sum(s.tally(VALUED[kind]).values()) for s in position
        )
        come[kind] = max(0, min(n, age * n - own))
    return {"table": cells | {"to_come": come}} | {
        each: lines.ranks_at(area) | area.seat.entries(*HELD, *PLACES)
        for each, area in areas(bare).items()
    }


def per_age(position: Position) -> dict[str, int]:
    """Returns how many dwarves an age has with this number of players, by id of their class."""
    found = dict.fromkeys(CLASSES, 0)
    five = len(position.seats) == position.catalogue.box.players[1]
    for facts in (dwarf.facts for dwarf in position.catalogue.of_kind("dwarf")):
        found[facts["class"][0]] += facts.get("per_age", 0) + five * facts.get("extra_five", 0)
    return found


def doubts(form: Position) -> Iterator[Doubt]:
    """Yields a warning for each tavern with too few or too many cards, which is not counted."""
    most = Age(form).cards
    for tavern, cards in laid_out(form).items():
        if cards and len(cards) != most:
            name = form.catalogue.name(tavern)
            message = say("cards-at-tavern", tavern=name, n=len(cards), most=most)
            yield Doubt(f"table/at_{tavern}", message)


def answer(form: Position) -> Answer:
    if len(form.seats) < PAIR:
        return Answer(say("nobody-to-bid-against"))
    missing = lines.without_ranks(form)
    if len(missing) == len(form.seats):
        return Answer(say("enter-ranks"))
    age, blocks = Age(form), list[Block]()
    safe, open_ = list[Text](), list[Text]()
    for kind in range(len(CLASSES)) if age.number == 1 else (WARRIOR,):
        now = {s: age.counted(s, kind) for s in form if s.id not in missing}
        first = [seat for seat, n in now.items() if n and n == max(now.values())]
        if len(first) > 1 and age.number == 1:
            who = say.listed(form.name(seat.id) for seat in first)
            tied = say("lead-tied", kind=age.name(kind), who=who)
            first, blocks = [], [*blocks, Block(tied, (Row(who, number(now[first[0]])),))]
        leads = [_lead(age, kind, seat, missing) for seat in first]
        blocks += [block for _, block in leads]
        if leads and leads[0][0]:
            name = form.name(first[0].id)
            safe.append(say("class-and-leader", kind=age.name(kind), name=name))
        else:
            open_.append(age.name(kind))
    said = [say("leads-safe", what=say.listed(safe))] if safe else []
    said += [say("leads-open", what=say.listed(open_))] if open_ else []
    if age.number == LAST_AGE and blocks:
        said = [block.title for block in blocks]
    rows = tuple(Row(form.catalogue.name(k), number(n)) for k, n in age.come.items())
    left = Block(say("still-to-come"), (Row(say("taverns-left"), number(age.visits)), *rows), True)
    summary = lines.without_the_missing(form, missing, joined(said, say("semicolon")))
    return Answer(summary, (*blocks, left))


def _lead(age: "Age", kind: int, leader: Seat, missing: Sequence[str]) -> tuple[bool, Block]:
    """Returns true if a lead is safe, and a block of the answer: verdict, row for each player.

    A lead in ranks is safe if no other player can catch up in ``age``, the rest of the age.
    ``kind``: index of the class. ``leader``: the player who leads in it. ``missing``: ids of the
    seats without any rank entered.
    """
    form, said = age.form, {"kind": age.name(kind), "name": age.form.name(leader.id)}
    surely, help_ = age.least(leader, kind), say.listed(age.help_of(leader, kind))
    kept, shared = surely + len(age.help_of(leader, kind)), int(age.number == LAST_AGE)
    enough = kept + shared
    rows = [Row(said["name"], number(kept), say("lead-with", what=help_) if help_ else EMPTY)]
    past, bounded, most = [], not missing, 0
    for rival in (seat for seat in form if seat is not leader):
        if rival.id in missing:
            rows.append(Row(form.name(rival.id), how=say("no-ranks-yet")))
            continue
        reached, steps = age.best(rival, kind, enough)
        cards, how = age.besides(rival, kind), say.listed(map(age.in_words, steps))
        if reached >= enough:
            past.append(form.name(rival.id))
        else:
            if cards:
                reached = max(reached, age.best(rival, kind, enough, cards).most)
            bounded &= reached < enough
            level = shared and reached == kept
            how = say("lead-draws-level", name=said["name"]) if level else EMPTY
            if reached >= enough:
                how = say("lead-open-by", what=say.listed(map(form.catalogue.name, cards)))
        most = max(most, reached)
        value = say("ranks-or-more" if reached >= enough else "at-most-ranks", n=reached)
        rows.append(Row(form.name(rival.id), value, how))
    if past:
        verdict = say("lead-may-fall", who=say.listed(past), **said)
    elif not bounded:
        verdict = say("lead-open", **said)
    elif most >= surely + shared:
        verdict = say("lead-safe-with", what=help_, **said)
    else:
        verdict = say("lead-safe", **said)
    return not past and bounded, Block(verdict, tuple(rows))


class Age:
    """The rest of an age, as read from a form, and what each player may still do in it.

    Where ``kind`` is a number, it is the index of a class in ``CLASSES``.
    ``open``: ids of the cards at each tavern whose cards are all known. ``visits``: taverns at
    which each player still takes a card. ``come``: the most dwarves still to come, by class.
    """

    def __init__(self, form: Position) -> None:
        self.form, self.catalogue, table = form, form.catalogue, form.table
        self.number = 1 if table.choice("age") == "age_1" else LAST_AGE
        self.held = {card for seat in form for field in HELD for card in seat.picked(field)}
        shown = {self.catalogue[card].facts.get("box") for card in self.held}
        self.boxes = {b for b in ("thingvellir", "idavoll") if b in shown or table.flag(b)}
        every = rounds(len(form.seats), self.number, idavoll="idavoll" in self.boxes)
        left, over, lying = table.number("rounds"), table.count("over"), laid_out(form)
        left = every if left is None else left
        self.cards = TWO_PLAYERS_CARDS if len(form.seats) == PAIR else len(form.seats)
        self.open = [c for c in list(lying.values())[over:] if len(c) == self.cards]
        self.visits = max(len(self.open), len(lying) * left - over, 0)
        myths = "idavoll" in self.boxes and self.number == 1
        self.myths = max(0, left - every + ROUNDS_OF_MYTHS) if myths else 0
        self.come = per_age(form) | dict(table.tally("to_come"))
        self.display = {
            hero.id: self.printed(hero.id)
            for hero in self.catalogue.of_kind("hero")
            if hero.id not in self.held and hero.facts["box"] in {"base", *self.boxes}
        }

    def name(self, kind: int) -> Text:
        return self.catalogue.name(CLASSES[kind])

    def printed(self, card: str) -> tuple[int, ...]:
        """Returns a hero's printed ranks, one number for each of ``CLASSES``. ``card``: its id."""
        entry = self.catalogue[card]
        own = entry.facts.get("class", ())
        return tuple(len(ranks_of(entry, kind)) if kind in own else 0 for kind in CLASSES)

    def camp(self, kind: str) -> list[str]:
        """Returns the ids of the camp's cards that may still be taken in this age.

        ``kind``: *mercenary* or *artifact*.
        """
        there = self.catalogue.of_kind(kind) if "thingvellir" in self.boxes else ()
        return [c.id for c in there if c.id not in self.held and c.facts["age"] == self.number]

    def mercenary(self, card: str) -> Mercenary:
        return Mercenary(card, _set_of(self.catalogue[card].facts["class"]))

    def rest(self, certain: bool) -> Rest:
        """Returns what players may still take in the age: dwarves, heroes, cards of the camp.

        ``certain``: true for cards that will surely come, false for an upper bound. For a bound
        with Idavoll, the cards at taverns do not count as known: its gods may exchange them.
        """
        open_ = self.open if certain or "idavoll" not in self.boxes else []
        lying = [card for cards in open_ for card in cards]
        left = tuple(max(0, self.come[kind] - lying.count(kind)) for kind in CLASSES)
        camp = [*self.camp("mercenary"), *(c for c in self.camp("artifact") if c == "vegvisir")]
        hired, taverns = tuple(map(self.mercenary, camp)), tuple(map(_set_of, open_))
        hidden = max(0, self.visits - len(open_) - self.myths * certain)
        return Rest(self.number, taverns, hidden, left, self.display, hired)

    def rival(self, seat: Seat) -> Rival:
        heroes, faces = seat.picked("heroes"), seat.faces("mercenaries")
        at = {
            hero: CLASSES.index(kind) if (kind := seat.choice(f"{hero}_at")) else UNPLACED
            for hero in ("ylud", "thrud")
            if hero in heroes and not (hero == "ylud" and seat.flag("ylud_done"))
        }
        return Rival(
            tuple(lines.ranks_of(seat).values()),
            len(heroes) - (seat.face("giants", "thrivaldi") == "captured"),
            not seat.has("artifacts", "megingjord"),
            tuple(self.mercenary(card) for card, face in faces.items() if face == WAITING),
            at.get("ylud"),
            at.get("thrud"),
        )

    def counted(self, seat: Seat, kind: int) -> int:
        """Returns a player's ranks of a class if counted now: without Thrud in the last age.

        ``kind``: index of the class in ``CLASSES``.
        """
        gone = seat.choice("thrud_at") == CLASSES[kind] and self.number == LAST_AGE
        return seat.count(f"{CLASSES[kind]}_ranks") - gone

    def least(self, leader: Seat, kind: int) -> int:
        """Returns the ranks of a class that a player surely has when the age ends.

        ``leader``: the player. ``kind``: index of the class. These are the ranks counted now, and
        one for each tavern where all cards are of this class.
        """
        forced = [c for c in self.open if set(c) == {CLASSES[kind]} and "idavoll" not in self.boxes]
        return self.counted(leader, kind) + len(forced)

    def help_of(self, leader: Seat, kind: int) -> list[Text]:
        """Returns names of cards that a player may yet add to a class at the age's end.

        ``leader``: the player. ``kind``: index of the class. These are waiting mercenaries, and the
        hero Ylud from another column.
        """
        own = self.rival(leader)
        cards = [each.id for each in own.waiting if each.classes >> kind & 1]
        return [*map(self.catalogue.name, cards + ["ylud"] * (own.ylud not in (None, kind)))]

    def best(
        self, rival: Seat, kind: int, enough: int, loose: Mapping[str, int] | None = None
    ) -> Reach:
        """Returns the most ranks of a class that a player may have as the age ends, with the steps.

        ``rival``: the player. ``kind``: index of the class. ``enough``: ranks at which the search
        stops. ``loose``: for an upper bound, cards whose effects are not followed, card id to the
        most ranks it may bring.
        """
        own = self.rival(rival)
        if loose and "kings_great_armorer" in loose:
            ranks = [n + ARMORER_RANKS * (k == BLACKSMITH) for k, n in enumerate(own.ranks)]
            own = own._replace(ranks=tuple(ranks))
        more = None if loose is None else sum(loose.values())
        return Search(own, self.rest(loose is None), kind, enough, more).best

    def besides(self, rival: Seat, kind: int) -> dict[str, int]:
        """Returns cards with effects that are not searched: id to the most ranks they may bring.

        That is the search for the most ranks of a class that a player may have. ``rival``: the
        player. ``kind``: index of the class.
        """
        cards = [c for f in ("gods", "giants") for c, at in rival.faces(f).items() if at in FRESH]
        if self.visits:
            cards += self.camp("artifact")
        found = {card: BRINGS[card] for card in cards if card in BRINGS}
        if "idavoll" in self.boxes:
            found["idavoll"] = (self.myths + 1) * HERO_RANKS if self.myths else 0
        if self.number == 1 and kind == EXPLORER:
            found["kings_great_armorer"] = 0
        helping = {*self.display, *({"thrud"} & set(rival.picked("heroes")))}
        return found | {hero: 0 for hero in NOT_FOLLOWED if hero in helping}

    def in_words(self, step: Step) -> Text:
        if step.what == "dwarves":
            return say("way-dwarves", kind=self.name(step.kind), n=step.number)
        card = self.catalogue.name(step.card)
        if step.what == "hero":
            return say("way-hero", card=card, n=step.number)
        return say(f"way-{step.what}", card=card, kind=self.name(step.kind))


def _set_of(kinds: Iterable[str]) -> int:
    """Returns those ids that are classes as a bit mask: bit n for class n of ``CLASSES``."""
    return sum({1 << CLASSES.index(kind) for kind in kinds if kind in CLASSES})
