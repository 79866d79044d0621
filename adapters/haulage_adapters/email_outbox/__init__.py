"""A file in place of a mail server."""
