"""Mails over SMTP."""
