"""Routes of saved addresses."""
