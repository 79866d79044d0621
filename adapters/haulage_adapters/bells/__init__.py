"""Waking the followers of an order."""
