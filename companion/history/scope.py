"""The scope of a history: the games of this phone, or those of a group whose link was opened."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.urls import reverse

from companion.history import records
from companion.history.models import Alias, Group, Play
from companion.history.records import Record
from companion.tables import access
from companion.tables.models import Table
from scoring.solving import deadline


@dataclass(frozen=True, slots=True)
class Scope:
    """A history: its tables, and the id under which its other games are stored.

    ``owner``: hash of the phone's or group's secret, stored on games without a table, aliases and
        pending imports
    ``public``: id of the history in exports; no secret
    ``path``: URL of its page
    """

    tables: QuerySet[Table]
    owner: str
    public: str
    path: str
    group: Group | None = None

    def records(self, seconds: float = deadline.SECONDS) -> tuple[Record, ...]:
        """Returns the records of all finished games, with aliases applied, newest first.

        Scores that are not stored are computed for at most ``seconds``.
        """
        finished = self.tables.exclude(finished=None).defer("settled", "timers")
        plays = Play.objects.filter(owner=self.owner).select_related("sheet")
        played = records.of_tables(finished, seconds)
        found = records.without_duplicates(played, map(records.of_play, plays))
        return records.with_people_renamed(found, self.aliases())

    def aliases(self) -> dict[str, str]:
        """Returns the aliases of this history: normalised spelling to name."""
        return dict(Alias.objects.filter(owner=self.owner).values_list("spelling", "name"))


def mine(request: HttpRequest) -> Scope:
    phone = access.phone(request)
    seen = _at(phone, access.ROLES).filter(devices__phone=phone, devices__hidden=None)
    return Scope(seen.distinct(), phone or "-", phone[:16], reverse("history"))


def played(request: HttpRequest) -> QuerySet[Table]:
    """Returns the tables where this phone plays; not those that it only watches.

    Only these may be filed in a group.
    """
    return _at(access.phone(request), ("host", "player"))


def _at(phone: str, roles: tuple[str, ...]) -> QuerySet[Table]:
    if not phone:
        return Table.objects.none()
    return Table.objects.filter(devices__phone=phone, devices__role__in=roles).distinct()


def of_group(request: HttpRequest, secret: str) -> Scope:
    found = Group.objects.filter(digest=access.digest(secret)).first()
    if found is None:
        raise Http404
    path = reverse("group", args=[secret])
    return Scope(found.tables.all(), found.digest, str(found.uid), path, found)
