"""Calculators of Dice Forge: odds of the dice, results of a roll, forging, the last turn."""
