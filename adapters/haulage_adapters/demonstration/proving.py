"""What the sample drivers leave at the door: a proof that says of itself that it is none."""

from datetime import datetime

from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.proofs import ProofPosition, TypedSignature
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.proofs import SubmittedProof

RECIPIENT = "Sample recipient"
SIGNATURE = "Simulated signature"
ACCURACY_METERS = 8.0


async def leave_proof(
    marketplace: Marketplace, actor: Actor, order: Order, now: datetime, *, with_photo: bool = True
) -> None:
    """Ends the delivery; whoever wanted a PIN is taken to have read it out."""
    proofs, client_id = marketplace.proofs, f"sample-{order.id}"
    if with_photo:
        lines = ("Simulated photo", f"Order #{order.number} of the demonstration")
        await proofs.take_photo(actor, order.id, client_id, await proofs.pictures.simulated(lines))
    pin = await marketplace.storage.read(lambda unit: unit.proofs.pin(order.id))
    shown = await proofs.pins.shown(pin, with_code=True) if pin else None
    submitted = SubmittedProof(
        client_id=client_id,
        taken_at=now,
        recipient_name=RECIPIENT,
        signature=TypedSignature(SIGNATURE),
        photo=client_id if with_photo else None,
        position=ProofPosition(order.dropoff.point, ACCURACY_METERS, now),
        pin=shown.code if shown else None,
    )
    await proofs.submit(actor, order.id, submitted)
