"""Calculators for Nidavellir: each is a module and a data file of the same name with its texts.

Planners read the score sheet and return a plan (a function ``plan``); they share ``placing`` and
``options``. Other calculators answer a form of their own (a function ``answer``); they share
``purse`` and ``ranks``, and ``bid_form`` reads the form of ``taverns``.
"""
