"""What the app's own Python says, by id: ``companion/words/``, one Fluent file a language.

Templates use Django's own translation; messages that travel as a ``Text``, in both languages at
once, are said here.
"""

from __future__ import annotations

from pathlib import Path

from scoring.text.messages import SHARED, Words

say = Words(Path(__file__).parent / "words", SHARED)
