"""Reads the numbers of catalogue entries' scoring rules, such as the points for each icon."""

from __future__ import annotations

from scoring.model.catalogue import Entry, Scores


class OtherRule(LookupError):
    """Raised for an entry that scores by a rule that this game's code does not handle."""


def scoring(entry: Entry, rule: str) -> Scores:
    """Returns the scoring rule of an entry with its numbers.

    Raises ``OtherRule`` unless ``rule`` is the only rule by which the entry scores.
    """
    if [scores.rule for scores in entry.scores] != [rule]:
        raise OtherRule(f"{entry.id} does not score by {rule} alone")
    return entry.scores[0]


def per_icon(objective: Entry) -> tuple[str, int]:
    """Returns the id of the icon that an objective counts, and the points for each."""
    scores = scoring(objective, "per_icon")
    return str(scores["of"]), int(scores["points"])
