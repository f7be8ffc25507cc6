"""The scope of a history: the games of this phone, or those of a group whose link was opened.

A signed cookie lists the groups whose links a phone has opened. In each history a spelling of a
person's name may count as another name, its alias; stored games keep the names as typed.
"""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from companion.history import played_games
from companion.history.models import Alias, Group, Play
from companion.history.played_games import Record
from companion.http.signed_cookie_list import SignedList
from companion.tables import access
from companion.tables.models import Table
from scoring.solving import deadline

PLAYING = ("host", "player")
"""Roles of the phones that play at a table."""
GROUPS_COOKIE = SignedList("groups", most=20)
"""Secrets of the groups whose links this phone opened."""
MOST_ALIASES = 500


@dataclass(frozen=True, slots=True)
class Scope:
    """The history of one phone or one group: its tables, and its games without a table.

    - ``tables``: tables, also those whose game is not over
    - ``owner``: hash of the phone's or group's secret, by which its other database rows are found
    - ``public``: id of the history in exports; no secret
    - ``path``: address of the history's page; those of its other pages begin with it
    - ``group``: the group; ``None`` for a phone's history
    """

    tables: QuerySet[Table]
    owner: str
    public: str
    path: str
    group: Group | None = None

    def records(self, seconds: float = deadline.SECONDS) -> tuple[Record, ...]:
        """Returns the finished games of a history, newest first, with aliases of people applied.

        Scores that are not stored yet are computed, for at most ``seconds`` in all.
        """
        finished = self.tables.exclude(finished=None).defer("settled", "timers")
        plays = Play.objects.filter(owner=self.owner).select_related("sheet")
        of_tables = played_games.of_tables(finished, seconds)
        listed = played_games.without_duplicates(of_tables, map(played_games.of_play, plays))
        return played_games.with_people_renamed(listed, self.aliases())

    def aliases(self) -> dict[str, str]:
        """Returns a history's aliases: a normalised spelling to the name it counts as."""
        return dict(Alias.objects.filter(owner=self.owner).values_list("spelling", "name"))

    def add_alias(self, spelling: str, name: str) -> bool:
        """Makes ``spelling`` count as ``name`` in a history, also the aliases of ``spelling``.

        Returns ``False`` if nothing is stored: a name is empty, both are the same, the spelling is
        an alias already, or there are ``MOST_ALIASES``.
        """
        aliases = self.aliases()
        who = played_games.person(spelling)
        name = aliases.get(played_games.person(name), name)
        if not who or not played_games.person(name) or who == played_games.person(name):
            return False
        if who in aliases or len(aliases) >= MOST_ALIASES:
            return False
        of_spelling = [each for each, other in aliases.items() if played_games.person(other) == who]
        Alias.objects.filter(owner=self.owner, spelling__in=of_spelling).update(name=name)
        Alias.objects.create(owner=self.owner, spelling=who, name=name)
        return True

    def delete_alias(self, spelling: str) -> None:
        """Deletes an alias of a history: the spelling (normalised) is its own person again."""
        Alias.objects.filter(owner=self.owner, spelling=spelling).delete()


def mine(request: HttpRequest) -> Scope:
    phone = access.phone(request)
    seen = _at(phone, access.ROLES).filter(devices__phone=phone, devices__hidden=None)
    return Scope(seen.distinct(), phone or "-", phone[:16], reverse("history"))


def put_in_group(request: HttpRequest, group: Group) -> None:
    """Puts this phone's games that are in no group into ``group``.

    These are the tables where it plays, not only watches, and a copy of each of its games without
    a table, which belong to one history each.
    """
    phone = access.phone(request)
    keys = list(_at(phone, PLAYING).filter(group=None).values_list("key", flat=True))
    Table.objects.filter(key__in=keys).update(group=group)
    in_groups = Play.objects.filter(owner__in=Group.objects.values("digest"))
    plays = list(Play.objects.filter(owner=phone).exclude(uid__in=in_groups.values("uid")))
    for play in plays:
        play.pk, play.owner = None, group.digest
    Play.objects.bulk_create(plays)


def _at(phone: str, roles: tuple[str, ...]) -> QuerySet[Table]:
    if not phone:
        return Table.objects.none()
    return Table.objects.filter(devices__phone=phone, devices__role__in=roles).distinct()


def of_group(secret: str) -> Scope:
    group = get_object_or_404(Group, digest=access.digest(secret))
    path = reverse("group", args=[secret])
    return Scope(group.tables.all(), group.digest, str(group.uid), path, group)


def scope_of(request: HttpRequest, secret: str = "") -> Scope:
    """Returns the history of the group with this secret; for "" that of this phone."""
    return of_group(secret) if secret else mine(request)


# ── groups ─────────────────────────────────────────────────────────────────────────────


def opened_groups(request: HttpRequest) -> list[tuple[str, Group]]:
    """Returns pairs of secret and group, for the groups whose links this phone opened, by name."""
    secrets = {access.digest(secret): secret for secret in GROUPS_COOKIE.keys(request)}
    groups = Group.objects.filter(digest__in=secrets).order_by("name")
    return [(secrets[group.digest], group) for group in groups]


def public_id(table: Table) -> str:
    """Returns the uid of a table's group, which grants no access; "" without a group."""
    return str(table.group.uid) if table.group else ""
