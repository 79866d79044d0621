"""Quotes: request one, read it, and find drivers for it."""
