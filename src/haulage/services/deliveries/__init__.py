"""The status of a delivery, changed inside a transaction."""
