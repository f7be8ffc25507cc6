"""Calculators for Nidavellir: each is a module and a data file of the same name with its texts.

Some read the score sheet and return a plan with its proof (a function ``plan``); those that choose
among options share the module ``options``. The others answer questions that players type into a
form of their own (a function ``answer``); ``coin_form`` and ``bid_form`` read forms.
"""
