"""Calculators for the table: odds of the dice, what a roll brings, what to forge, the last turn."""
