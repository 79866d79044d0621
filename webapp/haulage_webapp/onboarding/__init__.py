"""Applications to drive over HTTP."""
