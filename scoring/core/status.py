"""How well a fact is known. Unknown stays unknown; it never becomes a number."""

from __future__ import annotations

from typing import Literal, get_args

from .text import Text

Status = Literal["stated", "corroborated", "inferred", "house", "unknown"]
Confidence = Literal["high", "medium", "low"]

STATUSES: tuple[Status, ...] = get_args(Status)
CONFIDENCES: tuple[Confidence, ...] = get_args(Confidence)

STATUS_NAMES: dict[Status, Text] = {
    "stated": Text("stated in the rules", "ルールに明記"),
    "corroborated": Text("several sources agree", "複数の資料が一致"),
    "inferred": Text("inferred", "推定"),
    "house": Text("this table's ruling", "この卓の裁定"),
    "unknown": Text("not known", "不明"),
}
CONFIDENCE_NAMES: dict[Confidence, Text] = {
    "high": Text("high confidence", "確度 高"),
    "medium": Text("medium confidence", "確度 中"),
    "low": Text("low confidence", "確度 低"),
}
