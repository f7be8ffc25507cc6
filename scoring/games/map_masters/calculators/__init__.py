"""Calculators of Map Masters: each is a module and a data file of the same name with its texts.

Modules without a data file are shared by several calculators.
"""
