"""Path converter for ids: a hyphen in an address may stand for an underscore."""

from django.urls import register_converter


def id_of(written: str) -> str:
    """Returns the id of a game, an entry or a calculator from its spelling in an address.

    >>> id_of("sea-bastion")
    'sea_bastion'
    """
    return written.replace("-", "_")


class IdConverter:
    """Converts an id in a path; used as ``<id:slug>`` in ``urls.py``."""

    regex = "[-a-zA-Z0-9_]+"

    def to_python(self, value: str) -> str:
        return id_of(value)

    def to_url(self, value: str) -> str:
        return value


register_converter(IdConverter, "id")
