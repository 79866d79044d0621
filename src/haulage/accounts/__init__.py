"""Accounts: who somebody is, and the sessions in which they prove it."""
