"""The log, the e-mails and the views of an order, inside a transaction."""
