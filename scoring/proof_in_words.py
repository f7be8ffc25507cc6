"""A certificate in words: the sentence of the rules for each constraint, and the named points."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.base_game import BaseGame
from scoring.solving.certificates import leaves
from scoring.text import messages
from scoring.text.localised import Text, Verbatim


@dataclass(frozen=True, slots=True)
class ProofInWords:
    """The content of a certificate in the words of the game.

    ``sentences``: of the rules, one for each constraint, without repetition.
    ``lines``: name of each score line, and its points by the plan; they add up to ``points``.
    ``cases``: number of cases that the proof distinguishes, each with a ceiling of its own.
    """

    points: int
    sentences: tuple[Text, ...]
    lines: tuple[tuple[Text, int], ...]
    cases: int


def proof_in_words(game: BaseGame, certificate: Mapping[str, Any]) -> ProofInWords:
    """Returns in words a certificate that a plan for decisions at the game's end is the best.

    ``certificate``: parsed, as in ``Plan.certificate``.
    """
    say = messages.at(game.folder)

    def name(id_: str) -> Text:
        return game.catalogue.name(id_) if id_ in game.catalogue else Verbatim(id_)

    def sentence(row: Mapping[str, Any]) -> Text:
        rule, *of = row["of"]
        values = dict(zip("ab", map(name, of), strict=False)) | {"n": abs(row["right"])}
        wanted = say.owner(rule).arguments[rule]
        return say(rule, **{key: value for key, value in values.items() if key in wanted})

    def line(id_: str) -> Text:
        return name(id_) if id_ in game.catalogue else say("settled-rows")

    programmes = certificate["programmes"]
    (reached,) = (each for each in programmes if each["plan"] is not None)
    rows = [row for each in programmes for row in each["constraints"]]
    return ProofInWords(
        certificate["points"],
        tuple({tuple(row["of"]): sentence(row) for row in rows}.values()),
        tuple((line(row["of"]), _points(row, reached["plan"])) for row in reached["rows"]),
        sum(leaves(each["tree"]) for each in programmes),
    )


def _points(row: Mapping[str, Any], plan: list[int]) -> int:
    points: int = row["constant"] + sum(factor * plan[at] for at, factor in row["terms"])
    return points
