"""Postings, holds and taxes, inside the transaction of the payment they belong to."""
