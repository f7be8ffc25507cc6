"""Checks the Host header of requests, since absolute links are made with it.

On a home network, private addresses and this machine's own names are accepted; on the internet, the
names in ``COMPANION_HOSTS``.
"""

import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http.request import split_domain_port, validate_host

AT_HOME = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box", "test")
"""Suffixes that routers add to a machine's name; none exists on the internet."""
SHARED_SPACE = ip_network("100.64.0.0/10")
"""Shared address space (RFC 6598): not private, but never public; used by home VPNs."""

FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of IPv4 and IPv6 that belong to nobody (RFC 5737, RFC 3849), to look up a route."""


def is_allowed_host(host: str) -> bool:
    """True if this server answers requests for that host name, with or without a port."""
    name, _port = split_domain_port(host)
    if not name:
        return False
    named = [each for each in settings.ALLOWED_HOSTS if each != "*"]
    if validate_host(name, named) or "*" in settings.HOSTS:
        return True
    return not settings.HOSTS and _at_home(name)


def _at_home(name: str) -> bool:
    name = name.removesuffix(".")
    if there := parsed(name):
        near = there.is_private or there.is_loopback or there.is_link_local
        near = near or (there.version == 4 and there in SHARED_SPACE)
        return (near and not there.is_unspecified) or str(there) in _own_addresses()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    first, _, rest = name.partition(".")
    return name in _own_names() or (first in _own_names() and rest in AT_HOME)


def parsed(name: str) -> IPv4Address | IPv6Address | None:
    """Returns an IP address from text, also one in brackets or with a zone; None if it is none."""
    try:
        return ip_address(name.strip("[]").partition("%")[0])
    except ValueError:
        return None


def _own_names() -> frozenset[str]:
    whole = socket.gethostname().lower()
    return frozenset({whole, whole.partition(".")[0]} - {""})


@cache
def _own_addresses() -> frozenset[str]:
    return frozenset(each for family in FAR for each in addresses(family))


def addresses(family: socket.AddressFamily) -> Iterator[str]:
    """Yields this machine's IP addresses, the one most used first; some of them twice.

    ``family``: IPv4 or IPv6. The first is that from which packets to the internet would be sent.
    They are texts such as *192.168.1.7*.
    """
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((FAR[family], 9))  # sends nothing; the system only selects a route
        yield probe.getsockname()[0]
    with suppress(OSError):
        for found in socket.getaddrinfo(socket.gethostname(), None, family):
            yield str(found[4][0])
