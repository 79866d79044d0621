"""Places and the ways between them."""
