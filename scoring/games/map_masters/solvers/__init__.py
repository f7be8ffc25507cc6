"""What Map Masters computes with: pure searches and models. None of them says a word."""
