"""Which games there are, and what their folders bring to pages."""
