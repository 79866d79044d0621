"""Delivery of the emails in the outbox."""
