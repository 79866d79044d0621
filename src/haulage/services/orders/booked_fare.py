"""The fare that an order was booked at, line by line."""

from haulage.kernel.money import Cents
from haulage.orders import Order
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.pricing.fare import Fare
from haulage.services.quotes.offered_fare import driver_fare


async def fare_of_order(unit: UnitOfWork, order: Order) -> Fare | None:
    """The chosen driver's fare or the calculator's, whichever has the order's price (OP-09); None for a
    price that nothing explains any more."""
    quote = await unit.quotes.get(order.quote_id)
    if quote is None:
        return None
    offer = await unit.quotes.offer(order.quote_id, order.chosen_driver_id or "")
    fares = [quote.fare]
    if offer is not None:
        fares.insert(0, driver_fare(quote, offer))
    return next((fare for fare in fares if fare.total_cents == order.price_cents), None)


async def taxes_of_order(unit: UnitOfWork, order: Order) -> Cents:
    """The sales tax within the order's price; nothing of a price that nothing explains."""
    fare = await fare_of_order(unit, order)
    return 0 if fare is None else fare.taxes_cents
