"""One folder per game. The registry finds games by reading the folders; there is no list to extend.
"""
