"""Ports of whoever signs in: passwords, passkeys, tokens and outside accounts."""
