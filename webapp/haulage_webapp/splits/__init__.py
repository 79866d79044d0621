"""Routes of splits."""
