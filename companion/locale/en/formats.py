"""English dates as browsers write them, which fill in the reader's own day: Nov 27, 2026."""

DATE_FORMAT = "M j, Y"
