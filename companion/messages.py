"""Messages of the app's Python code by id, from ``companion/words/``: a Fluent file per language.

Templates use Django's translation; this module makes messages that are passed on as a ``Text``,
which holds both languages.
"""

from pathlib import Path

from scoring.text.messages import SHARED, Words

say = Words(Path(__file__).parent / "words", SHARED)
