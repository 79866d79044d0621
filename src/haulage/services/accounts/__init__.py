"""Accounts, read inside a transaction."""
