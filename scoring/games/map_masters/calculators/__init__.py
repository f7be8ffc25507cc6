"""What computes for map makers: one file each, found by their data files."""
