"""Receipts, issued inside the transaction of their payment."""
