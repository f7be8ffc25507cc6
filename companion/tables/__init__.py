"""Tables: opening and joining them, sheets at them, scores, log, timers."""
