"""The web app: tables, sheets and look-up around the ``scoring`` package, one Django app."""
