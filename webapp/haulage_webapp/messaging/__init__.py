"""Messages and calls about orders over HTTP."""
