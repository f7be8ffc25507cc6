"""Calculators of Diploma: stones, magic, dice, mana, tools, barriers, scoring, the next round.

What no public text says stays unsaid here too: a normal yield, a penalty or a bonus is never
given a number, and points that lack one are called partial.
"""
