"""Unguessable names for links, and the letters that they and short codes are made of."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letter or digit that could be taken for another when read aloud or off a screen."""


def new_key() -> str:
    """An unguessable name for a link: 26 characters, 128 bits and more."""
    return "".join(secrets.choice(ALPHABET) for _ in range(26))
