"""Measures the search on a set of questions, or shows how one query is ranked, and why."""

import os
import time
from argparse import ArgumentParser
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from statistics import quantiles

import django

from companion import search
from tests.search import calibration, evaluation, generated_questions

HERE = Path(__file__).parent
# Of these only what was shown once was judged, so other right answers count as wrong.
JUDGED = {"questions_judged_held_back.toml", "questions_of_evenings.toml"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    games = search.games_by_slug()
    parser = ArgumentParser(prog="python -m tests.search", description=__doc__)
    parser.add_argument("query", nargs="?", help="what somebody might type")
    parser.add_argument("--game", default="", choices=games, help="look in this game only")
    parser.add_argument("--most", type=int, default=10, help="hits to show of a query")
    parser.add_argument("--misses", action="store_true", help="show what is not in the first three")
    parser.add_argument("--seed", type=int, help="questions made anew from the data, by this seed")
    parser.add_argument("--questions", type=Path, default=HERE / "questions.toml")
    parser.add_argument("--calibration", action="store_true", help="the lead as a probability")
    asked = parser.parse_args()
    if asked.calibration:
        return calibrate()
    if asked.query:
        return rank(asked.query, asked.game, asked.most)
    if asked.seed is not None:
        questions = generated_questions.questions(HERE / "question_templates.toml", asked.seed)
    else:
        questions = evaluation.load(asked.questions)
    measure([each for each in questions if asked.game in ("", each.game)], asked.misses)


def rank(query: str, game: str, most: int) -> None:
    found = search.find(query, game, most)
    print(f"{found.total} found")
    for place, hit in enumerate(found.hits or found.nearest, 1):
        made = ", ".join(f"{what} {points:.0f}" for what, points in hit.components)
        print(
            f"{place:3} {evaluation.ref(hit):40} {hit.item.name.en} / {hit.item.name.ja}\n"
            f"    {hit.why.name.lower()}: {hit.why.words}"
            f"{f', {hit.key}' if hit.key else ''}{f' ({made})' if made else ''}"
        )


def measure(questions: Iterable[evaluation.Question], misses: bool) -> None:
    search.index()
    answers, seconds = [], []
    for question in questions:
        started = time.thread_time()
        answers.append(evaluation.answer(question))
        seconds.append(time.thread_time() - started)
    print("style      language  asked   hit@1   hit@3")
    for share in evaluation.shares(answers):
        print(
            f"{share.style or 'all':10} {share.language or 'both':8} {share.queries:6}"
            f" {share.at_1:6.1f}% {share.at_3:6.1f}%"
        )
    if len(seconds) > 1:
        p95 = quantiles(seconds, n=20)[-1]
        print(f"p95 {1000 * p95:.1f} ms, slowest {1000 * max(seconds):.1f} ms")
    boxes = evaluation.boxes(answers)
    print(
        f"answer boxes: {boxes.right} of {boxes.with_box} right, "
        f"shown for {boxes.with_box} of {boxes.questions} questions"
    )
    for each in answers if misses else ():
        if not 1 <= each.place <= 3:
            miss(each)
        elif each.wrong:
            print(f"\nshown {', '.join(each.shown)} for: {each.question.ask}")


def calibrate() -> None:
    """Prints how far the lead of boxes is from a probability, over all sets that name answers."""
    files = [path for path in HERE.glob("questions*.toml") if path.name not in JUDGED]
    found = calibration.boxes(chain.from_iterable(map(evaluation.load, sorted(files))))
    promised = calibration.held_out(found)
    shown = [(p, box) for p, box in promised if box.lead >= 0]
    print(
        f"{len(found)} boxes, {len(shown)} of them shown, "
        f"{sum(box.right for _, box in shown)} of these right\n"
        f"shown from {100 * min(p for p, _ in shown):.0f} %, on games held out "
        f"{100 * calibration.error(promised):.1f} points off"
    )


def miss(answer: evaluation.Answer) -> None:
    asked = answer.question
    scope = f" in {asked.game}" if asked.game else ""
    print(
        f"\n{asked.style} {asked.language}: {asked.ask}{scope}\n"
        f"  wants {', '.join(asked.want)}; at place {answer.place or 'none'}"
    )
    for hit in answer.hits[:3]:
        print(f"  found {evaluation.ref(hit)} ({hit.why.name.lower()} {hit.score:.0f})")


if __name__ == "__main__":
    main()
