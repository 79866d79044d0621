"""Quotes: fares, taxes, and where trips are allowed."""

from haulage.use_cases.authority.trip_authority import TripAuthority
from haulage.use_cases.drivers.driver_search import DriverSearch
from haulage.use_cases.quotes.facade import QuoteUseCases
from haulage.use_cases.quotes.preview_price import PreviewPrice
from haulage.use_cases.quotes.request_quote import CalculateFare, PriceTrip, RequestQuote, SeeQuote
from haulage.use_cases.trip_taxes import ConfirmedTaxes, DemonstrationTaxes
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.embedded.fair_weather import FairWeather
from haulage_adapters.embedded.time_zones import EmbeddedTimeZones


def assemble_quotes(parts: Parts, authority: TripAuthority, search: DriverSearch) -> QuoteUseCases:
    """Where real money is taken, only rates that an operator has confirmed count (OP-16)."""
    storage, clock, settings = parts.storage, parts.clock, parts.settings
    taxes = ConfirmedTaxes(storage, parts.tax_places) if parts.is_real else DemonstrationTaxes()
    price = PriceTrip(
        clock,
        parts.identifiers,
        parts.routes,
        FairWeather(),
        taxes,
        authority,
        EmbeddedTimeZones(),
        parts.area,
    )
    return QuoteUseCases(
        calculate_fare=CalculateFare(clock, taxes, parts.area, settings.split_policy, settings.price_policy),
        preview=PreviewPrice(storage, clock, price, search, settings.price_policy),
        request=RequestQuote(storage, clock, price, limit=settings.quote_limit),
        see=SeeQuote(storage),
    )
