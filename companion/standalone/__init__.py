"""The whole app in a phone, without a server: what runs there, and how such a site is made.

``bridge`` runs in the phone; ``parts``, ``pack`` and ``site`` make the site, ``manage.py export``
calls them; ``browser/`` is what the browser gets beside the app. docs/airplane.md has the picture.
"""
