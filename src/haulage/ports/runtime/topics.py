"""What can be said to have changed: the topics of notifications."""

from typing import NewType, Protocol

Topic = NewType("Topic", str)
"""Names something that others wait for changes of. A notification says that, and never what has changed."""

OPEN_OFFERS = Topic("open_offers")
"""A job offer to all drivers was made, taken or withdrawn."""

JOBS = Topic("jobs")
"""A job waits for a worker."""


def order_topic(order_id: str) -> Topic:
    """The order, its offers, its messages, or where its driver is."""
    return Topic(f"order:{order_id}")


def driver_topic(driver_id: str) -> Topic:
    """The driver's positions."""
    return Topic(f"driver:{driver_id}")


def offers_topic(driver_id: str) -> Topic:
    """What is offered to this driver alone."""
    return Topic(f"offers:{driver_id}")


class Notify(Protocol):
    """``UnitOfWork.notify``, as the stores of a unit call it."""

    def __call__(self, *topics: Topic) -> None: ...
