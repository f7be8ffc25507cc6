"""The whole app on a phone, without a server: the code that runs there, and its build.

``bridge`` runs on the phone; ``parts``, ``pack`` and ``site`` build the site for ``manage.py
export``; ``browser/`` has the scripts beside the app. ``docs/airplane.md`` gives an overview.
"""
