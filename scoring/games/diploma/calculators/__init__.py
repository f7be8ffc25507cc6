"""Calculators of Diploma, one module each: stones, magic, dice, mana, tools, barriers, scoring.

Values that no public text gives stay open: a normal yield, a penalty or a bonus never gets an
invented number, and a sum that lacks one is called partial.
"""
