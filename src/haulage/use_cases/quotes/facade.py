"""Everything about quotes, in one value for the shells to call."""

import attrs

from haulage.use_cases.quotes.preview_price import PreviewPrice
from haulage.use_cases.quotes.request_quote import CalculateFare, RequestQuote, SeeQuote


@attrs.frozen
class QuoteUseCases:
    """Prices before an order is booked."""

    calculate_fare: CalculateFare
    preview: PreviewPrice
    request: RequestQuote
    see: SeeQuote
