"""What computes for dwarf lords: one file each, found by their data files.

``placing`` and ``options`` are what the planners share, ``purse`` and ``ranks`` what the forms do.
"""
