"""For operators: database, backups, ports, logs, health check and the doctor."""
