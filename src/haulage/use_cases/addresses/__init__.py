"""Saved addresses: list, add, change and remove one's own."""
