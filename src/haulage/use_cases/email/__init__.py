"""Delivering the e-mails of the outbox."""
