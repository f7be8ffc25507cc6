"""The pattern page: every component of the interface, with sample contents."""
