"""Reads whole numbers that a browser sends, in which anything may stand."""


def whole_number(text: str, digits: int = 9) -> int | None:
    """Returns the number in ``text``; None unless it is 1 to ``digits`` ASCII digits.

    >>> whole_number("12"), whole_number("-1"), whole_number("１２"), whole_number("1234567890")
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
