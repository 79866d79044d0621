"""Routes of drivers."""
