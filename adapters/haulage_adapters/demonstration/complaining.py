"""What sample customers report of a delivery afterwards, and what is found about it."""

from haulage.claims import ClaimDraft, ClaimKind
from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.demonstration.scenarios import Complaint

FINDING = "The recipient signed for it at the address, and the position fits."

_NOTHING_CAME = ClaimDraft(ClaimKind.NOT_DELIVERED, "Nothing was at my door when I came home.")
_LAMP_BROKEN = ClaimDraft(
    ClaimKind.DAMAGE,
    "A lamp arrived broken: the glass shade is cracked, and the stand is bent. It was whole at the pickup.",
    requested_cents=20_00,
    item="Floor lamp",
)
REPORTS = {
    Complaint.OPEN: _NOTHING_CAME,
    Complaint.DECIDED: _NOTHING_CAME,
    Complaint.BROKEN_LAMP: _LAMP_BROKEN,
}
PHOTOS = {Complaint.BROKEN_LAMP: ("The cracked shade", "The bent stand")}
"""What each picture would show."""


async def send_photos(
    marketplace: Marketplace, customer: Actor, order: Order, complaint: Complaint
) -> tuple[str, ...]:
    """The device's ids of the pictures for a report; sent again they change nothing."""
    sent = []
    for number, shows in enumerate(PHOTOS.get(complaint, ())):
        client_id = f"sample-{order.id}-{number}"
        picture = await marketplace.proofs.pictures.simulated(("Simulated photo", shows))
        await marketplace.claims.photos.take(customer, order.id, client_id, picture)
        sent.append(client_id)
    return tuple(sent)
