"""What a visitor can open: one module per place in the app, and one for errors."""
