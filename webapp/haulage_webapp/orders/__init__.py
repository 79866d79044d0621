"""Routes of orders."""
