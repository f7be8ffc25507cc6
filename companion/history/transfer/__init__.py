"""File formats for export and import of histories.

``companion_json`` holds whole tables, ``csv`` rows for a spreadsheet, ``bgsplay`` and ``bgstats``
plays for BG Stats. Reading a file stores nothing; ``storing`` does.
"""
