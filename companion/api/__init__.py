"""JSON API for other programs under ``/api/v1/``: look-up, scores and plans. Stores nothing.

``lookup_shapes`` and ``shapes`` declare the responses, ``views`` has a function for each address;
``operations_from_functions`` turns these into HTTP, and ``openapi_document`` describes them.
"""
