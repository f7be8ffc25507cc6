"""Game tables: one game shared by several phones, with seats, score sheets, a log and timers."""
