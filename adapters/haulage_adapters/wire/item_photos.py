"""Pictures of what is to be moved, as the API shows them."""

from urllib.parse import quote, urlencode

from haulage.use_cases.orders.item_photos import ShownItemPhoto
from haulage_adapters.wire.common import Instant, Out


class ItemPhotoOut(Out):
    """The photo as it is stored, encoded anew and without metadata. `url` opens without a token for a few
    minutes."""

    id: str
    client_id: str
    url: str
    width: int
    height: int
    received_at: Instant

    @classmethod
    def of(cls, shown: ShownItemPhoto) -> "ItemPhotoOut":
        photo, link = shown.photo, shown.link
        query = urlencode({"until": link.until, "signature": link.signature})
        url = f"/api/v1/item-photos/{quote(photo.id)}/picture?{query}"
        return cls(photo.id, photo.client_id, url, photo.facts.width, photo.facts.height, photo.received_at)
