"""The checker of certificates, a program of its own as well."""

from scoring.check.checker import FORMAT, Refused, check

__all__ = ["FORMAT", "Refused", "check"]
