"""Searches and models of Nidavellir on plain values; the calculators put them into words."""
