"""Every piece of every game has a drawing: small, silent, whole, the same for all languages."""

import re
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.utils.translation import override

from companion.games.drawings_tags import drawn
from companion.games.game_templates import drawing, piece, symbols
from scoring import game as find
from scoring.game import Game
from tests.contract.test_every_game import FOLDERS

each_game = pytest.mark.parametrize("slug", list(FOLDERS))
MOST_BYTES = 2000
"""Of one drawing, as it stands in a page."""
MOST_PACKED = 5_000
"""Of all drawings of a game together, compressed as one page would be."""


def asked(game: Game) -> Iterator[list[tuple[str, str]]]:
    """Whatever each field of the sheet asks for by piece, with each of its faces."""
    for field in game.sheet.fields.values():
        options = [option.id for option in field.cell.options]
        faces = [each for each in options if each not in game.catalogue] or [""]
        rows = [row.id for row in (*field.rows, *field.columns)]
        shown = [(row, face) for row in rows for face in faces]
        shown += [(each, "") for each in options]
        yield [(entry, face) for entry, face in shown if entry in game.catalogue]
    for field in game.sheet.table_fields.values():
        yield [(row.id, "") for row in field.rows if row.id in game.catalogue]


@each_game
def test_every_entry_is_drawn_whole_and_small(slug):
    game = find(slug)
    pairs = {(entry, "") for entry in game.catalogue}
    for entry, face in sorted(pairs.union(*asked(game))):
        lines = drawn(slug, entry, face)
        assert len(lines.encode()) <= MOST_BYTES, (entry, face, len(lines))
        svg = ElementTree.fromstring(lines)
        assert (svg.get("class"), svg.get("aria-hidden")) == ("drawn", "true"), entry
        assert len(list(svg.iter())) > 1, f"{entry} {face} is empty"
        for each in svg.iter("use"):
            file, _, name = (each.get("href") or "").partition("#")
            assert file.startswith("/static/game/"), entry
            assert name in symbols(slug), (entry, name)
        foreign = {each.tag for each in svg.iter()} & {"image", "script", "style", "a"}
        assert foreign == set(), entry


@each_game
def test_all_drawings_of_a_game_are_a_light_page(slug):
    lines = "".join(drawn(slug, entry) for entry in find(slug).catalogue)
    assert len(zlib.compress(lines.encode())) <= MOST_PACKED


@each_game
def test_a_drawing_knows_no_language(slug):
    def all_in(language):
        drawing.cache_clear()
        with override(language):
            return [drawn(slug, entry, inline=True) for entry in find(slug).catalogue]

    assert all_in("en") == all_in("ja")


@each_game
def test_pieces_are_told_apart_without_colours(slug):
    """Lines, letters and shapes of a piece are its own, whatever is printed in colour."""
    colours = re.compile(r'(fill|stroke|fill-opacity)="(?!none)[^"]*"')
    for pieces in asked(find(slug)):
        seen: dict[str, str] = {}
        for entry, face in pieces:
            if not piece(slug, entry):
                continue  # the game draws none of these
            lines = colours.sub("", drawn(slug, entry, face, inline=True))
            assert seen.setdefault(lines, f"{entry} {face}") == f"{entry} {face}"


def test_a_game_without_drawings_has_blank_cards():
    page = Template('{% load drawings %}{% drawn "toy" "stranger" %}|{% drawn "toy" "nobody" %}')
    first, second = page.render(Context()).split("|")
    assert "<rect" in first
    assert second == ""


@each_game
def test_what_a_calculator_is_drawn_as_is_drawn_by_its_game(slug):
    found = find(slug).calculators.values()
    assert [each.id for each in found if each.piece and not piece(slug, each.piece)] == []
