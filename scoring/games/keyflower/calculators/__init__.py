"""What computes for builders of villages: one file each, found by their data files."""
