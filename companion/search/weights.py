"""The weights by which hits are ordered, fitted by ``python -m tests.search --fit``.

That command writes them to ``weights.toml``, with what they came from.
"""

import tomllib
from pathlib import Path

FILE = Path(__file__).with_name("weights.toml")
WEIGHTS: dict[str, float] = tomllib.loads(FILE.read_text("utf-8"))
