"""Routes of status."""
