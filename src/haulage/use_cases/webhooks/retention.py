"""How long the events of outside providers are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DAY, YEAR, deleted, expired
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "provider_events",
        "provider_events",
        90 * DAY,
        "after their effect",
        lambda unit, before, limit: unit.provider_events.forget_before(before, limit),
        "A provider repeats an event for days. Stripe's with an old signature are refused; one of Checkr's "
        "would only have Checkr asked again.",
        "What card and screening companies reported to us about payments and checks, by their ids",
    ),
    deleted(
        "waiting_provider_events",
        "provider_events",
        YEAR,
        "after they came",
        expired(Expiring.WAITING_PROVIDER_EVENTS),
        "The account at the provider may serve other systems too, whose events concern nothing here.",
        "What they reported, where it did not belong to anything here",
    ),
)
