"""File formats for export and import of histories.

``companion_json`` stores whole tables, ``csv`` rows for a spreadsheet, ``bgsplay`` and ``bgstats``
plays for BG Stats. The readers only return contents; ``store_import`` writes them to the database.
"""
