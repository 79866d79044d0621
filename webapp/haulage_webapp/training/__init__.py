"""Training over HTTP."""
