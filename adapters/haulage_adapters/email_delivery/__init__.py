"""Sending what is in the outbox, beside the server's requests."""
