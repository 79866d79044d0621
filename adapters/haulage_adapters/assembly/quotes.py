"""Quotes: fares, taxes, and where trips are allowed."""

from haulage.services.payments.sales_taxes import ConfirmedTaxes, DemonstrationTaxes
from haulage.use_cases.authority.authority_table import ConfirmedTripAuthority, EverythingOpen
from haulage.use_cases.quotes.facade import QuoteUseCases
from haulage.use_cases.quotes.request_quote import CalculateFare, RequestQuote, SeeQuote
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.embedded.fair_weather import FairWeather
from haulage_adapters.embedded.time_zones import EmbeddedTimeZones


def assemble_quotes(parts: Parts, authority: ConfirmedTripAuthority) -> QuoteUseCases:
    """Where real money is taken, only rates and lanes that an operator has confirmed count (OP-16)."""
    storage, clock, settings = parts.storage, parts.clock, parts.settings
    taxes = ConfirmedTaxes(storage, parts.tax_places) if parts.is_real else DemonstrationTaxes()
    return QuoteUseCases(
        calculate_fare=CalculateFare(clock, taxes, settings.split_policy),
        request=RequestQuote(
            storage,
            clock,
            parts.identifiers,
            parts.routes,
            FairWeather(),
            taxes,
            authority if parts.is_real else EverythingOpen(),
            EmbeddedTimeZones(),
            limit=settings.quote_limit,
        ),
        see=SeeQuote(storage),
    )
