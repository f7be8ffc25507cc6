"""JSON API for other programs under ``/api/v1/``: look-up, scores and plans. Stores nothing.

``lookup_types`` and ``score_types`` declare responses, ``views`` has a function for each address;
``operations_from_functions`` turns these into HTTP, and ``openapi_document`` describes them.
"""
