"""Drivers: found, online, at work, and on their way."""
