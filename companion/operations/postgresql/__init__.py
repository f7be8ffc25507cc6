"""Django's PostgreSQL backend without a test query before each request."""
