"""Searches and models on faces, dice and reserves; no texts.

Their results are put into words by ``calculators/telling.py``.
"""
