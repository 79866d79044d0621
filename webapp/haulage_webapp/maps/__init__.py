"""Places and the routes between them."""
