"""Random keys for links and forms, and the alphabet of keys and short codes."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Leaves out letters and digits that are confused when read aloud or off a screen."""


def new_key() -> str:
    """Returns a random key for a link: 26 characters, more than 128 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(26))


def new_form_key() -> str:
    """Returns a random key (20 hex digits) for a form, by which one sent twice counts once."""
    return secrets.token_hex(10)
