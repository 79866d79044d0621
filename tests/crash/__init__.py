"""Processes that work on one database and are killed at any moment, and what must be true all the same."""
