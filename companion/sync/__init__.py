"""Copies of one score on several phones, called replicas: exchanged as codes, and merged."""
