"""Path converter for ids: a hyphen in an address may stand for an underscore."""

from django.urls import register_converter


def id_of(written: str) -> str:
    """Returns the id of a game, an entry or a calculator from how an address has it ``written``.

    >>> id_of("sea-bastion")
    'sea_bastion'
    """
    return written.replace("-", "_")


class IdConverter:
    """Django's path converter for ids, used as ``<id:slug>`` in ``urls.py``.

    A hyphen in an address stands for an underscore in the id.
    """

    regex = "[-a-zA-Z0-9_]+"

    def to_python(self, value: str) -> str:
        return id_of(value)

    def to_url(self, value: str) -> str:
        return value


register_converter(IdConverter, "id")
