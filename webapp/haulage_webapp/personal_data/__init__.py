"""Routes of personal data."""
