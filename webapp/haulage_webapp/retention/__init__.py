"""Routes and bodies of one resource."""
