"""HTTP for all pages: middlewares, caching, deadlines, hosts, static files."""
