"""Webhooks: every use case of the capability."""

import attrs

from haulage.use_cases.webhooks.apply_event import ApplyEvent
from haulage.use_cases.webhooks.event_log import WebhookEventLog
from haulage.use_cases.webhooks.receive_webhook import ReceiveWebhook


@attrs.frozen
class WebhookUseCases:
    """What providers send, what comes of it, and what was stored."""

    receive: ReceiveWebhook
    apply_event: ApplyEvent
    event_log: WebhookEventLog
