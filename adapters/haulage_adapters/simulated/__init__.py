"""Strict stand-ins for outside companies. They never claim a real effect."""
