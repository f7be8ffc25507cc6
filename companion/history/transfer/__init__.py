"""Leaving with your data, and bringing it along: files that a group takes elsewhere and back.

``own`` holds whole tables, ``csv`` rows for a spreadsheet, ``bgsplay`` and ``bgstats`` what
BG Stats takes. Reading a file decides nothing and writes nothing; ``keeping`` writes.
"""
