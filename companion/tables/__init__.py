"""Tables: games played with several phones, with seats, sheets, scores, log and timers."""
