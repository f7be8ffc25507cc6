"""Pure searches and models: arithmetic on faces, dice and reserves. They speak no prose.

What they find is put into words by ``calculators/telling.py``.
"""
