"""Calculators of Keyflower: one module and data file each; other modules are shared by them."""
