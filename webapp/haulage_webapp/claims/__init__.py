"""Routes of claims."""
