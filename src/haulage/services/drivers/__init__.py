"""Drivers, read and prepared for matching inside a transaction."""
