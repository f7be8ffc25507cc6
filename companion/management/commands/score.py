"""``manage.py score``: scores a sheet, JSON in and JSON out, without database or web server.

Errors go to standard error, a line for each cell, and the exit status is 2.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

import scoring
from companion.api.score_types import PlanReport, Report, plain
from companion.messages import say
from scoring import game as find_game
from scoring.game import Game
from scoring.model.errors_and_warnings import CellError, unknown_word
from scoring.model.plan import NoAnswer, State
from scoring.solving import deadline
from scoring.text.localised import Verbatim


class Command(BaseCommand):
    help = "Score a sheet (JSON from FILE or standard input), settled its best way, as JSON."
    # Neither concerns a sheet; both cost a tenth of a second, and one needs the database.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's folder name")
        parser.add_argument("file", nargs="?", help="a sheet; without it, standard input")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--optimise", metavar="CALCULATOR", help="a seat's best plan instead")
        what.add_argument("--blank", metavar="PLAYERS", type=int, help="print an empty sheet")
        what.add_argument("--schema", action="store_true", help="print the sheet's JSON Schema")
        parser.add_argument("--seat", help="who asks; not needed where there is one seat")

    def handle(
        self,
        *args: Any,
        game: str,
        file: str | None,
        optimise: str | None,
        blank: int | None,
        schema: bool,
        seat: str | None,
        **options: Any,
    ) -> None:
        if game not in scoring.games():
            self.refuse([CellError("game", unknown_word(game, scoring.games()))])
        found = find_game(game)
        if schema:
            return self.show(found.sheet.schema())
        if blank is not None:
            return self.show(self.blank(found, blank))
        state = self.state(found, file)
        if optimise is None:
            with deadline.within():
                return self.show(Report.of(found, state))
        asked = self.among("question", optimise, found.planners)
        seats = found.sheet.seats(state)
        asking = self.among("seat", seat or (seats[0] if len(seats) == 1 else ""), seats)
        try:
            with deadline.within():
                plan = found.advise(asked, asking, state)
                return self.show(PlanReport.of(found, plan, state))
        except NoAnswer:
            message = say("no-answer-in-time")
            self.refuse([CellError("question", message)])

    def blank(self, game: Game, players: int) -> State:
        try:
            return game.sheet.blank(players)
        except ValueError:
            message = say("players-range", n=game.sheet.most_seats)
            self.refuse([CellError("players", message)])

    def state(self, game: Game, file: str | None) -> State:
        try:
            text = Path(file).read_bytes() if file else sys.stdin.buffer.read()
        except OSError as error:
            said = error.strerror or "unreadable"
            self.refuse([CellError("file", Verbatim(f"{file}: {said}"))])
        reading = game.sheet.loads(text)
        if reading.errors:
            self.refuse(reading.errors)
        return reading.state

    def among(self, field: str, word: str, known: Iterable[str]) -> str:
        if word not in known:
            wrong = unknown_word(word, known)
            message = say("there-is", wrong=wrong, known=", ".join(known))
            self.refuse([CellError(field, message)])
        return word

    def show(self, answer: Any) -> None:
        # A terminal that cannot write Japanese gets escapes, which are valid JSON too.
        spoken = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
        self.stdout.write(json.dumps(plain(answer), ensure_ascii=not spoken, indent=2))

    def refuse(self, errors: list[CellError]) -> NoReturn:
        for error in errors:
            line = f"{error.path or 'sheet'}: {error.message.en} / {error.message.ja}"
            # One line each, whatever characters a key contains.
            self.stderr.write("".join(c if c.isprintable() else "?" for c in line))
        sys.exit(2)
