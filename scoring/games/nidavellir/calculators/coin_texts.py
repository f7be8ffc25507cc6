"""Turns coins, points and probabilities of the tavern calculator into texts in both languages."""

from __future__ import annotations

from fractions import Fraction

from scoring.games.nidavellir.solvers.taverns import Coin
from scoring.text import messages
from scoring.text.localised import Text, Verbatim, number

say = messages.of(__name__)

EXACT = 12
"""Largest denominator shown as a fraction ("2 times in 5"); others are rounded to hundredths."""


def coin_text(coin: Coin) -> Text:
    """Returns the text of a coin: its value, marked as an exchange coin unless it is the 0."""
    return (
        say("exchange-coin", n=coin.value) if coin.exchange and coin.value else number(coin.value)
    )


def points(value: Fraction) -> Text:
    """Returns the text of a number of points with its sign; fractions are rounded to tenths."""
    if value.denominator == 1:
        return say("signed", n=int(value))
    tenths = round(abs(value) * 10)
    sign = "" if not tenths else "+" if value > 0 else "−"
    return say("about", n=Verbatim(f"{sign}{tenths // 10}.{tenths % 10}"))


def plain(value: Fraction) -> Text:
    """Returns the text of a number of points without a sign; fractions are rounded to tenths."""
    return number(value) if value.denominator == 1 else Verbatim(f"{float(value):.1f}")


def often(share: Fraction) -> Text:
    if share == 1:
        return say("every-time")
    if share.denominator <= EXACT:
        return say("times-in", n=share.numerator, of=share.denominator)
    return say("about-in-a-hundred", n=max(1, round(share * 100)))
