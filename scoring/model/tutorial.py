"""The tutorial of a game, to be read aloud to newcomers: parts, each with a few steps.

For a game without its own tutorial, one is made from its phases: each once, with the rules behind
its steps.
"""

from dataclasses import dataclass

from scoring.text.localised import Text

MINUTES = 10
"""Duration of a good tutorial in minutes: how long people listen before they want to play."""

PACE = {"en": 850, "ja": 330}
"""Speed of reading aloud without hurry, in letters per minute, by language."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a tutorial, to be read aloud.

    ``text``: the sentences.
    ``entry``: id of the rule in the catalogue that they explain. If that rule's status is
        *unknown*, pages tell that it is not public.
    ``shows``: ids of entries to draw next to the text; the id of a kind stands for any entry of it.
    """

    id: str
    text: Text
    entry: str = ""
    shows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Steps of a tutorial under one heading. ``phases``: ids of the phases that it explains."""

    id: str
    name: Text
    steps: tuple[Step, ...]
    phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tutorial:
    """The complete tutorial of a game. Empty for a game without tutorial and phases."""

    parts: tuple[Part, ...] = ()

    def minutes(self, language: str) -> int:
        """Returns the minutes to read the tutorial aloud in ``language``, rounded, at least 1."""
        told = [part.name for part in self.parts]
        told += [step.text for part in self.parts for step in part.steps]
        letters = sum(len(text.in_language(language)) for text in told)
        return max(1, round(letters / PACE.get(language, PACE["en"])))
