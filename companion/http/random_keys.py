"""Random keys for links, and the alphabet of keys and short codes."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Leaves out letters and digits that are confused when read aloud or off a screen."""


def new_key() -> str:
    """Returns a random key for a link: 26 characters, more than 128 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(26))
