"""Words of the pages in each language, and the formats of dates."""
