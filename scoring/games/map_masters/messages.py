"""Messages of this game: ``say("id", n=3)`` returns one of ``words/``."""

from scoring.text import messages

say = messages.of(__name__)
