"""E-mail inside the transaction that it reports."""
