"""How paid orders are offered to drivers."""

from datetime import timedelta

import attrs

from haulage.dispatch import OfferTerms
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import whole_number


@attrs.frozen(slots=False)
class OfferSettings:
    offer_seconds: int = setting(
        30,
        "HAULAGE_OFFER_SECONDS",
        whole_number(1, 3600),
        "How long a driver has to accept an order that is offered to them alone.",
    )
    offer_turns: int = setting(
        5,
        "HAULAGE_OFFER_TURNS",
        whole_number(0, 50),
        "How many best matches are asked in turn before an order is offered to everyone in range.",
    )
    offer_miles: int = setting(
        20,
        "HAULAGE_OFFER_MILES",
        whole_number(1, 100),
        "How far from its pickup an order is offered to drivers.",
    )
    offer_appointment_minutes: int = setting(
        30,
        "HAULAGE_OFFER_APPOINTMENT_MINUTES",
        whole_number(1, 1440),
        "How long the driver whom a customer chose has to accept an appointment.",
    )

    @property
    def offer_terms(self) -> OfferTerms:
        return OfferTerms(
            answer_within=timedelta(seconds=self.offer_seconds),
            turns=self.offer_turns,
            range_miles=self.offer_miles,
            appointment_answer=timedelta(minutes=self.offer_appointment_minutes),
        )
