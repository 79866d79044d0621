"""Routes of retention."""
