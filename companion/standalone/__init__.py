"""The standalone app, which runs on a phone without a server: code for the phone, and build.

``wsgi_bridge`` runs on the phone; ``build_site`` is what ``manage.py export`` calls; ``browser/``
has the scripts beside the app. ``docs/standalone-app.md`` gives an overview.
"""
