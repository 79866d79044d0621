"""Webhooks: what outside providers tell us unasked."""
