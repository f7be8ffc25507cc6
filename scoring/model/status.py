"""Certainty of a fact: its status and confidence. An unknown fact never becomes a number.

A fact is stated in the rules, corroborated by several sources, inferred, a house rule of the table,
or unknown.
"""

from __future__ import annotations

from typing import Literal, get_args

from scoring.text.localised import Text
from scoring.text.messages import SHARED as say

Status = Literal["stated", "corroborated", "inferred", "house", "unknown"]
Confidence = Literal["high", "medium", "low"]

STATUSES: tuple[Status, ...] = get_args(Status)
CONFIDENCES: tuple[Confidence, ...] = get_args(Confidence)

STATUS_NAMES: dict[Status, Text] = {each: say(f"status-{each}") for each in STATUSES}
CONFIDENCE_NAMES: dict[Confidence, Text] = {each: say(f"confidence-{each}") for each in CONFIDENCES}
