"""Replicas of one score sheet on several phones, exchanged as codes and merged."""
