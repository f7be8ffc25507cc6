"""Messages of the app's Python code, by id: ``companion/words/``, one Fluent file a language.

Templates use Django's translation; this module makes messages passed on as a ``Text``, which
holds both languages.
"""

from __future__ import annotations

from pathlib import Path

from scoring.text.messages import SHARED, Words

say = Words(Path(__file__).parent / "words", SHARED)
