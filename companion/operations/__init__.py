"""For operators: a sound start, back-ups, and the doctor."""
