"""Make pictures of what is moved part of an order, and forget them."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from haulage.jobs import Job, JobKind
from haulage.kernel.errors import InvalidInput
from haulage.orders import Order, PaymentStatus
from haulage.ports.storage.item_photos import ItemPhoto
from haulage.ports.storage.unit_of_work import UnitOfWork

MAX_ITEM_PHOTOS = 6
"""Ours, for each order."""

FIELD = "photos"


async def attach_item_photos(unit: UnitOfWork, order: Order, client_ids: Sequence[str]) -> None:
    """Pictures by the device's ids, in this order. One of an order that was never paid, because it is booked
    anew, moves to this one. Raises ``InvalidInput`` for any other than the customer's own."""
    if len(client_ids) > MAX_ITEM_PHOTOS:
        raise InvalidInput(FIELD, f"must be at most {MAX_ITEM_PHOTOS}")
    if len(set(client_ids)) != len(client_ids):
        raise InvalidInput(FIELD, "must not name a photo twice")
    for place, client_id in enumerate(client_ids):
        photo = await unit.item_photos.of_client(order.customer_id, client_id)
        if photo is None or photo.stored_at is None:
            raise InvalidInput(FIELD, "must be photos that you sent before")
        if not await is_free(unit, photo):
            raise InvalidInput(FIELD, "must not be photos of another order")
        await unit.item_photos.attach(photo, order.id, place)


async def is_free(unit: UnitOfWork, photo: ItemPhoto) -> bool:
    """Whether it is part of no order, or of one that was not paid."""
    order = None if photo.order_id is None else await unit.orders.get(photo.order_id)
    return order is None or order.payment_status is PaymentStatus.UNPAID


async def forget_item_photos(unit: UnitOfWork, photos: Iterable[ItemPhoto], now: datetime) -> int:
    """They go at once, and their bytes as soon as a job has removed them; how many there were."""
    count = 0
    for photo in photos:
        await unit.jobs.enqueue(Job(JobKind.REMOVE_ITEM_PHOTO, photo.id), now)
        await unit.item_photos.forget(photo.id)
        count += 1
    return count
