"""PostgreSQL as Django knows it, without a question before each request whether it is there."""
