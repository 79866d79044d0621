"""The demonstration's mails in the browser."""
