"""Tools for authors of games and languages: checks and skeletons."""
