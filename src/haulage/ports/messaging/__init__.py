"""Ports of e-mail, text messages and calls."""
