"""How often callers may ask."""
