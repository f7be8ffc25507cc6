"""Keeps one score on several phones without a server: exchanges it as codes, and merges them.

Each phone's copy of the score is called a replica.
"""
