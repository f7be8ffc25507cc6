"""JSON API for other programs under ``/api/v1/``: look-up, scores and plans. Stores nothing.

``lookup_shapes`` and ``shapes`` declare the responses, ``views`` has a function for each address,
``operations`` turns them into HTTP; ``document`` describes all of it as OpenAPI.
"""
