"""What every game is made of: words, catalogue, sheet, breakdown, plan. Names no game."""
