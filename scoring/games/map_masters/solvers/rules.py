"""Reads the scores of entries by rule word; an unexpected rule word raises."""

from __future__ import annotations

from scoring.model.catalogue import Entry, Scores


class OtherRule(LookupError):
    """An entry scores by a rule that this game's code does not handle."""


def scoring(entry: Entry, rule: str) -> Scores:
    """Returns the scores of an entry. Raises ``OtherRule`` unless ``rule`` is its only rule."""
    if [scores.rule for scores in entry.scores] != [rule]:
        raise OtherRule(f"{entry.id} does not score by {rule} alone")
    return entry.scores[0]


def per_icon(objective: Entry) -> tuple[str, int]:
    """Returns the icon that an objective counts, and its points for each."""
    scores = scoring(objective, "per_icon")
    return str(scores["of"]), int(scores["points"])
