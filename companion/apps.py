"""Tells Django that this package is an app; nothing happens at start-up."""

from django.apps import AppConfig


class CompanionConfig(AppConfig):
    name = "companion"
    default_auto_field = "django.db.models.BigAutoField"
