"""Calculators of Diploma: stones, magic, dice, mana, tools, barriers, scoring, the next round.

Values that no public text gives stay open: a normal yield, a penalty or a bonus never gets a
number, and points without one are called partial.
"""
