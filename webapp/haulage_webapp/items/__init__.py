"""Routes of items."""
