"""Calculators for Nidavellir, one module each, loaded by the data file of the same name.

``placing`` and ``options`` are shared by the planners, ``purse`` and ``ranks`` by the forms.
"""
