"""Payments, the books, and everything else that is about cents, in the database."""
