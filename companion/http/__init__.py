"""What every request passes: middlewares, caching, deadlines, hosts, static files."""
