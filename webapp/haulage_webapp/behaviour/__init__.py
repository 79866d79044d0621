"""Routes of behaviour."""
