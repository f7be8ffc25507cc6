"""Posts a test makes in the place of a page, and the table at an address."""

from typing import Any

from django.test import Client

from companion.models import Table


def post_cell(phone: Client, address: str, path: str, value: object, **more: Any) -> Any:
    """One changed cell, as a page with scripts sends it."""
    headers = {"HX-Request": "true", "HX-Trigger-Name": path}
    return phone.post(address, {path: value} | more, headers=headers)


def table_at(address: str) -> Table:
    """The table or pad of an address, as it is stored."""
    return Table.objects.get(key=address.split("/")[2])
