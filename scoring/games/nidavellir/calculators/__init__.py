"""Calculators for Nidavellir, one module each, loaded by the data file of the same name.

The planners share ``placing`` and ``options``; the calculators with a form share ``purse`` and
``ranks``; ``bid_form`` reads the form of ``taverns``.
"""
