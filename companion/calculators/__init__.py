"""Pages of calculators, whose form a person fills in, and planners, which read a seat's sheet.

Each is shown at a table, on a pad (a sheet without a table) or, for calculators, on a page alone.
"""
