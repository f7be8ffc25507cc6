"""Warnings about entries that the box, the feats owned or the number of players do not allow."""

from collections import Counter
from collections.abc import Iterator

from scoring.model.errors_and_warnings import Doubt
from scoring.model.position import Position
from scoring.model.seat import Seat

from . import points
from .messages import say
from .sheet_functions import DICE, MONSTERS, PROMO_STACK, SIDE_IDS, laid, place_field
from .solvers.dice import COPIES, TWO, box_copies, mixed_pools, starting_dice

MOST_PLAYERS = 4
BROUGHT_BY = {"cerberus_token": "cerberus", "triton_token": "triton"}


def doubts(position: Position) -> Iterator[Doubt]:
    for seat in position:
        yield from _over_caps(seat)
        yield from _without_feat(seat)
    yield from _too_many_feats(position)
    yield from _one_or_the_other(position)
    yield from _not_laid_out(position)
    yield from _one_portal(position)
    yield from _too_many_faces(position)
    yield from _mixed_faces(position)


def _players(position: Position) -> int:
    """Returns the number of players at the table.

    For a single seat it is the most that the game allows: such a sheet may belong to any table.
    """
    seats = len(position.seats)
    return seats if seats in COPIES else MOST_PLAYERS


def _over_caps(seat: Seat) -> Iterator[Doubt]:
    limits = points.caps(seat.tally("feats").get("chest", 0))
    reserve = seat.tally("reserve")
    for resource, limit in zip(("gold", "sun", "moon"), limits, strict=True):
        if reserve.get(resource, 0) > limit:
            yield Doubt(seat.path("reserve", resource), say("doubt-over-cap", n=limit))


def _without_feat(seat: Seat) -> Iterator[Doubt]:
    feats = seat.tally("feats")
    if seat.count("typhon_faces") and not feats.get("typhon"):
        yield Doubt(seat.path("typhon_faces"), say("doubt-no-typhon"))
    room = points.HAMMER_TRACK * feats.get("hammer", 0)
    if seat.count("hammer_steps") > room:
        yield Doubt(seat.path("hammer_steps"), say("doubt-hammers", n=room))
    for token, feat in BROUGHT_BY.items():
        if seat.tally("tokens").get(token, 0) > feats.get(feat, 0):
            yield Doubt(seat.path("tokens", token), say("doubt-tokens"))


def _too_many_feats(position: Position) -> Iterator[Doubt]:
    """Yields warnings about more copies of a feat than its stack has for this many players."""
    players = _players(position)
    promos = laid(position).get(place_field("m8")) == PROMO_STACK
    for feat in position.catalogue.of_kind("feat"):
        copies = feat.facts[COPIES[players]]
        if promos and feat.id in MONSTERS:
            copies = min(copies, 1)
        owners = position.numbers("feats", feat.id)
        if copies < sum(owners.values()) <= feat.facts[COPIES[MOST_PLAYERS]]:
            message = say("doubt-feats", players=players, n=copies, what=feat.name)
            if promos and feat.id in MONSTERS:
                message = say("doubt-promo-stack", n=players)
            yield from (Doubt(seat.path("feats", feat.id), message) for seat in owners)


def _one_or_the_other(position: Position) -> Iterator[Doubt]:
    """Yields warnings about feats that share a place on the islands: only one is in a game."""
    for feat in position.catalogue.of_kind("feat"):
        for other in feat.facts.get("instead_of", ()):
            if position.numbers("feats", other):
                name = position.catalogue.name(other)
                message = say("doubt-either", what=feat.name, other=name)
                for seat in position.numbers("feats", feat.id):
                    yield Doubt(seat.path("feats", feat.id), message)


def _not_laid_out(position: Position) -> Iterator[Doubt]:
    """Yields warnings about players' feats if the table names another one for their place."""
    for feat in position.catalogue.of_kind("feat"):
        field = place_field(feat.facts["slot"])
        if field not in position.sheet.table_fields:
            continue
        laid_feat = position.table.choice(field)
        laid_feats = MONSTERS if laid_feat == PROMO_STACK else (laid_feat,)
        if laid_feat and feat.id not in laid_feats:
            name = position.catalogue.name(laid_feat)
            message = say("doubt-not-laid-out", what=feat.name, other=name)
            for seat in position.numbers("feats", feat.id):
                yield Doubt(seat.path("feats", feat.id), message)


def _one_portal(position: Position) -> Iterator[Doubt]:
    """Yields warnings about two players' heroes on one portal: the later one ousts the other."""
    stands = Counter(portal for seat in position if (portal := seat.choice("portal")))
    for seat in position:
        if stands[seat.choice("portal") or ""] > 1:
            yield Doubt(seat.path("portal"), say("doubt-portal"))


def _too_many_faces(position: Position) -> Iterator[Doubt]:
    """Yields warnings about more copies of a face on all dice together than can be in play."""
    players = _players(position)
    catalogue = position.catalogue
    sold = {**box_copies(catalogue, MOST_PLAYERS), **box_copies(catalogue, players)}
    start = starting_dice(catalogue)
    began = Counter(face.id for die in start for face in die)
    seen: Counter[str] = Counter()
    for seat in position:
        for die, faces in zip(DICE, start, strict=True):
            faces_by_side = seat.faces(die)
            seen.update(
                f.id for side, f in zip(SIDE_IDS, faces, strict=True) if side not in faces_by_side
            )
    for seat in position:
        for die in DICE:
            for side, face in seat.faces(die).items():
                seen[face] += 1
                copies = sold.get(face, 0) + began[face] * players
                if seen[face] > copies:
                    name = catalogue.name(face)
                    message = say("doubt-faces", players=players, n=copies, what=name)
                    yield Doubt(seat.path(die, side), message)


def _mixed_faces(position: Position) -> Iterator[Doubt]:
    """Yields warnings about faces of mixed pools that are not in this game of two players.

    Of the four faces of each such pool, two players keep two.
    """
    if len(position.seats) != TWO:
        return
    named = set(position.table.picked("mixed"))
    for pool in mixed_pools(position.catalogue).values():
        chosen = pool & named
        if len(chosen) > TWO:
            for face in sorted(chosen):
                yield Doubt(position.table.path("mixed", face), say("doubt-mixed"))
        on_dice = [
            (seat.path(die, side), face)
            for seat in position
            for die in DICE
            for side, face in seat.faces(die).items()
            if face in pool
        ]
        several = len({face for _, face in on_dice}) > TWO
        for path, face in on_dice:
            if several or (len(chosen) == TWO and face not in chosen):
                yield Doubt(path, say("doubt-mixed"))
