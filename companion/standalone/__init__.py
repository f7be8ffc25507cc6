"""The standalone app, which runs on a phone without a server: code for the phone, and build.

``bridge`` runs on the phone; ``parts``, ``pack`` and ``site`` build the site for ``manage.py
export``; ``browser/`` has the scripts beside the app. ``docs/airplane.md`` gives an overview.
"""
