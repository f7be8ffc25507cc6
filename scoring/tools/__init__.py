"""Tools for authors of games and languages: checks, skeletons, schemas."""
