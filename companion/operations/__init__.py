"""Code for operators: database, backups, ports, logs, health check and ``doctor``."""
