"""Recorded driving, written inside a transaction."""
