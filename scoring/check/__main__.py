"""Runs the checker of certificates; with ``python3 scoring/check`` it needs nothing installed."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from checker import main  # type: ignore[import-not-found]

sys.exit(main(sys.argv[1:]))
