"""Searches and models on faces, dice and reserves, on plain values.

``calculators/result_texts.py`` puts their results into words.
"""
