"""Searches and models on faces, dice and reserves, on plain values.

``calculators/telling.py`` puts their results into words.
"""
