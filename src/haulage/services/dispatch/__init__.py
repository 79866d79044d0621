"""Job offers, made and ended inside a transaction."""
