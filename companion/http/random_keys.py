"""Random keys for links and forms, and the alphabet of keys and short codes."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Leaves out letters and digits that are confused when read aloud or off a screen."""


def letters_of(number: int, length: int) -> str:
    """Returns the last digits of a number, as many as ``length``, written in ``ALPHABET``."""
    letters = ""
    for _ in range(length):
        number, place = divmod(number, len(ALPHABET))
        letters += ALPHABET[place]
    return letters


def random_letters(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_key() -> str:
    """Returns a random key for a link: 26 characters, more than 128 bits."""
    return random_letters(26)


def new_form_key() -> str:
    """Returns a random key (20 hex digits) for a form, by which one sent twice counts once."""
    return secrets.token_hex(10)
