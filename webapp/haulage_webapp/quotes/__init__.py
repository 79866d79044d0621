"""Routes of quotes."""
