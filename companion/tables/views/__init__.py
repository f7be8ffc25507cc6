"""What a phone asks of a table, by what people do there."""
