"""Queries that nobody means well: for the tests, a few; for the bench, ten thousand."""

import random
from collections.abc import Iterator

PIECES = [
    "🎲", "👩‍👩‍👧‍👦", "🇯🇵", "\x00", "\x1b[31m", "\u202e", "\u200d", "\ufeff", "\ud800",
    "(.*)+$", "[^a-z]{9}", "\\d+", "?*+", '"', '"""', "“", "'", "-", "--", ":", "<=", ">=",
    "=", "<", "game:", "game:-", "kind:", "cost<=", "cost<=99999999999999999999", "cost:²",
    "season<=spring", "<script>", "%s", "{0.__class__}", "' OR 1=1 --", "ﷺ", "゛", "゜",
    "ヴヴァ", "ー", "ーーー", "っ", "ﾊﾟ", "ｷﾞｬ", "𠮷", "Ａ", "①", "㍿", "Ⅳ", "ß", "İ",
    "e\u0301" * 3, "Z̸a̸l̸g̸o̸", "金", "木", "gold", "ギルド", "windmill", "10", "5金",
    "points", "点", "\n", "\t", "　",
]  # fmt: skip


def queries(number: int, seed: int = 1) -> Iterator[str]:
    """Mixes of the pieces, of single letters from anywhere, and of very long repeats."""
    rng = random.Random(seed)
    for n in range(number):
        match n % 4:
            case 0:
                yield "".join(rng.choices(PIECES, k=rng.randint(1, 12)))
            case 1:
                yield " ".join(rng.choices(PIECES, k=rng.randint(1, 30)))
            case 2:
                yield "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randint(1, 60)))
            case _:
                yield rng.choice(PIECES) * rng.choice([2, 7, 40, 200, 10_000])
