"""Routes of audit."""
