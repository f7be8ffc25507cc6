"""Score sheets without a table: pads, which can be edited, and results, which never change."""
