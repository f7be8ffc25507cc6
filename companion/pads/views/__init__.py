"""Pads and results as pages."""
