"""Types of the API's look-up: queries, hits, entries, games, and the whole catalogue.

Each class becomes a schema of the OpenAPI document, with its docstring as description.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal

from msgspec import Meta

from scoring.game import Game as Played
from scoring.model.catalogue import Catalogue
from scoring.model.catalogue import Entry as Known
from scoring.text.localised import Text

MOST = 50
USUAL = 20
NAMES = 20
"""Limits of one response: most hits, hits unless fewer are requested, names to complete."""
LONGEST = 200
"""Maximum characters of a query."""


def field_values(value: Any) -> dict[str, Any]:
    """Returns the fields of ``value``, a dataclass object, by name; they are not converted."""
    return {each.name: getattr(value, each.name) for each in fields(value)}


# ── queries ─────────────────────────────────────────────────────────────────────────────

Words = Annotated[
    str,
    Meta(
        max_length=LONGEST,
        pattern=r"^[^\u0000]*$",
        description="a name, a nickname, a reading, romaji, a question, or filters",
    ),
]
Within = Annotated[str, Meta(description="only in this game")]


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """The query string of a search: the words q, and game, the slug of the only game to search.

    All games are searched if game is empty.
    """

    q: Words = ""
    game: Within = ""


@dataclass(frozen=True, slots=True)
class HitsQuery(SearchQuery):
    """The query string of a search with limit, the greatest number of hits to return."""

    limit: Annotated[int, Meta(ge=1, le=MOST)] = USUAL


# ── look-up ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Named:
    """The id and the name of a thing in a game, such as a kind of entry or a source."""

    id: str
    name: Text


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry of a game that a search has found; without an id, the game itself.

    text: its description. why: the kind of match, such as name. matched: the name or alias found.
    """

    game: str
    id: str | None
    kind: str | None
    name: Text
    text: Text
    url: str
    why: str
    matched: str | None


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph of an entry that answers a question, as written there and never generated.

    id, name and url are the entry's; language is the paragraph's.
    """

    game: str
    id: str
    name: Text
    language: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Search:
    """Response to a search: hits, best first; total, their number; counts, that in each game.

    nearest: entries with similar names, if there are no hits. passage: the answer to a question;
    null unless exactly one game has one. passages: all answers; a game has two if a linked entry
    may be meant.
    """

    query: str
    game: str | None
    total: int
    counts: Mapping[str, int]
    passage: Passage | None
    passages: tuple[Passage, ...]
    hits: tuple[Hit, ...]
    nearest: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """Name of a game or entry that completes what was typed."""

    game: str
    id: str | None
    name: Text
    url: str


@dataclass(frozen=True, slots=True)
class Names:
    """Names of games and entries that complete what was typed, best first."""

    query: str
    names: Annotated[tuple[Name, ...], Meta(max_length=NAMES)]


Rule = Annotated[
    dict[str, Any],
    Meta(
        description="a rule word and its numbers",
        extra_json_schema={"required": ["rule"], "properties": {"rule": {"type": "string"}}},
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Known):
    """An entry of a game that players may look up: a card, tile, term or ruling.

    facts: id of a fact, such as cost, to its value. scores: its scoring rules. cites: its sources.
    """

    game: str
    url: str
    scores: tuple[Rule, ...]  # type: ignore[assignment]
    cites: tuple[Named, ...]  # type: ignore[assignment]

    @classmethod
    def of(cls, catalogue: Catalogue, status: Known, url: str) -> Entry:
        said = {
            "game": catalogue.box.slug,
            "url": url,
            "scores": tuple({"rule": part.rule, **part.numbers} for part in status.scores),
            "cites": named({cite: catalogue.sources[cite] for cite in status.cites}),
        }
        return cls(**field_values(status) | said)


@dataclass(frozen=True, slots=True)
class Entries:
    """All entries of a game, in the order of its data."""

    game: str
    count: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Players:
    """The least and greatest number of players of a game."""

    min: int
    max: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game: the data on its box, the kinds and facts of its entries, and what it can optimise.

    entries: their number. scores: true if sheets can be scored. questions: what can be optimised,
    such as the final score.
    """

    game: str
    url: str
    name: Text
    kana: str
    romaji: str
    players: Players
    stage: Literal["draft", "partial", "complete"]
    intro: Text
    year: int | None
    designers: tuple[str, ...]
    bgg: int | None
    entries: int
    kinds: tuple[Named, ...]
    facts: tuple[Named, ...]
    scores: bool
    questions: tuple[Named, ...]

    @classmethod
    def of(cls, game: Played, url: str, scores: bool) -> Game:
        catalogue, box = game.catalogue, game.catalogue.box
        said = {
            "game": box.slug,
            "url": url,
            "players": Players(*box.players),
            "entries": len(catalogue),
            "kinds": named(catalogue.kinds),
            "facts": named(catalogue.facts),
            "scores": scores,
            "questions": named(game.planners) if scores else (),
        }
        lid = {each.name: getattr(box, each.name) for each in fields(cls) if each.name not in said}
        return cls(**lid | said)


@dataclass(frozen=True, slots=True)
class Games:
    """All games that can be loaded."""

    games: tuple[Game, ...]


FORMAT = 1
"""Version of the catalogue's format; raised if a field is removed or changes its meaning."""
LICENCE = "AGPL-3.0-or-later"


@dataclass(frozen=True, slots=True)
class Box:
    """A game with all its entries, for the whole catalogue.

    moved: ids that entries had in earlier versions, and their present ids.
    """

    game: Game
    moved: dict[str, str]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole catalogue: all games with all their entries, in the project's own words.

    format: version of this format, raised if a field is removed or changes its meaning.
    """

    format: int
    licence: str
    games: tuple[Box, ...]


def named(things: Mapping[str, Any]) -> tuple[Named, ...]:
    """Returns the id and the name of each thing in a mapping from id to thing."""
    return tuple(Named(id_, thing.name) for id_, thing in things.items())
