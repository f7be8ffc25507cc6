"""The look-up on the command line: how a query is ranked and why, or how good the search is."""

import time
from argparse import ArgumentParser
from pathlib import Path
from statistics import quantiles
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from companion import search
from companion.search import evaluation, paraphrase

QUESTIONS = Path("tests", "lookup", "questions.toml")
PARAPHRASE = Path("tests", "lookup", "paraphrase.toml")


class Command(BaseCommand):
    help = "Look QUERY up; without one, measure the search against the question set."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", nargs="?", help="what somebody might type")
        parser.add_argument("--game", default="", help="look in this game only")
        parser.add_argument("--most", type=int, default=10, help="hits to show")
        parser.add_argument(
            "--misses", action="store_true", help="show what is not in the first three"
        )
        parser.add_argument(
            "--seed", type=int, help="ask questions made anew from the data, by this seed"
        )
        parser.add_argument("--questions", type=Path, help=f"another file than {QUESTIONS}")

    def handle(
        self,
        *args: Any,
        query: str | None,
        game: str,
        most: int,
        misses: bool,
        seed: int | None,
        questions: Path | None,
        **options: Any,
    ) -> None:
        if game and game not in search.games_by_slug():
            raise CommandError(f"No game {game}. There is: {', '.join(search.games_by_slug())}.")
        if query is not None:
            return self.rank(query, game, max(1, most))
        path = questions or settings.BASE_DIR / QUESTIONS
        try:
            if seed is not None:
                asked = paraphrase.questions(settings.BASE_DIR / PARAPHRASE, seed)
            else:
                asked = evaluation.load(path)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{path.name} cannot be read: {error!r}") from None
        if game:
            asked = [each for each in asked if each.game == game]
        self.measure(asked, misses)

    def rank(self, query: str, game: str, most: int) -> None:
        found = search.find(query, game, most)
        self.stdout.write(f"{found.total} found")
        for place, hit in enumerate(found.hits or found.nearest, 1):
            made = ", ".join(f"{what} {points:.0f}" for what, points in hit.made)
            self.stdout.write(
                f"{place:3} {evaluation.ref(hit):40} {hit.item.name.en} / {hit.item.name.ja}\n"
                f"    {hit.why.name.lower()}: {hit.why.words}"
                f"{f', {hit.key}' if hit.key else ''}{f' ({made})' if made else ''}"
            )

    def measure(self, asked: list[evaluation.Question], misses: bool) -> None:
        search.index()
        answers, seconds = [], []
        for question in asked:
            started = time.thread_time()
            answers.append(evaluation.answer(question))
            seconds.append(time.thread_time() - started)
        self.stdout.write("style      language  asked   hit@1   hit@3")
        for share in evaluation.shares(answers):
            self.stdout.write(
                f"{share.style or 'all':10} {share.language or 'both':8} {share.queries:6}"
                f" {share.at_1:6.1f}% {share.at_3:6.1f}%"
            )
        if len(seconds) > 1:
            p95 = quantiles(seconds, n=20)[-1]
            self.stdout.write(f"p95 {1000 * p95:.1f} ms, slowest {1000 * max(seconds):.1f} ms")
        boxes = evaluation.boxes(answers)
        self.stdout.write(
            f"answer boxes: {boxes.right} of {boxes.with_box} right, "
            f"shown for {boxes.with_box} of {boxes.questions} questions"
        )
        if misses:
            for each in answers:
                if not 1 <= each.place <= 3:
                    self.miss(each)
                elif each.wrong:
                    self.stdout.write(f"\nshown {', '.join(each.shown)} for: {each.question.ask}")

    def miss(self, answer: evaluation.Answer) -> None:
        asked = answer.question
        scope = f" in {asked.game}" if asked.game else ""
        self.stdout.write(
            f"\n{asked.style} {asked.language}: {asked.ask}{scope}\n"
            f"  wants {', '.join(asked.want)}; at place {answer.place or 'none'}"
        )
        for hit in answer.hits[:3]:
            self.stdout.write(
                f"  found {evaluation.ref(hit)} ({hit.why.name.lower()} {hit.score:.0f})"
            )
