"""Webhooks: the events of every outside provider, received, stored and applied by one mechanism."""

from haulage.use_cases.webhooks.facade import WebhookUseCases

__all__ = ["WebhookUseCases"]
