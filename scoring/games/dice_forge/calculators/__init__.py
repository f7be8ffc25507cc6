"""Calculators for Dice Forge, one module each: odds, one roll, forging, the last turn."""
