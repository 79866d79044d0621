"""Quotes and the requests for them, inside a transaction."""
