"""The pattern page: every component of the interface, on samples."""
