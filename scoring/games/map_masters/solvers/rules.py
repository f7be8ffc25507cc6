"""What entries score, by their rule words. Another word than the one asked for raises."""

from __future__ import annotations

from scoring.model.catalogue import Entry, Scores


class OtherRule(LookupError):
    """An entry scores by a rule that this game's code does not count it by."""


def scoring(entry: Entry, rule: str) -> Scores:
    """What an entry scores under ``rule``. Raises ``OtherRule`` unless it is that one alone."""
    if [scores.rule for scores in entry.scores] != [rule]:
        raise OtherRule(f"{entry.id} does not score by {rule} alone")
    return entry.scores[0]


def per_icon(objective: Entry) -> tuple[str, int]:
    """The icon that an objective counts, and its points for each."""
    scores = scoring(objective, "per_icon")
    return str(scores["of"]), int(scores["points"])
