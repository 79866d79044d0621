"""Show one's own documents, and open a file by its signed address."""

from collections.abc import Sequence

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.ports.files.files import FileStore
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.driver_documents.shown_document import (
    DocumentLink,
    DocumentLinks,
    ShownDocument,
    stored_part,
)
from haulage.use_cases.photo_links import PictureLinkExpired, ShownPicture


@attrs.define
class DocumentLinkExpired(PictureLinkExpired):
    """The document's address is expired or was never valid; the answer does not say which."""

    message = "This link has expired. Please open the documents again."
    what: str = "Document"


@attrs.frozen
class ShowDocuments:
    """For applicants and drivers; whoever has none sees an empty list."""

    storage: Storage
    files: FileStore
    links: DocumentLinks

    async def __call__(self, actor: Actor) -> Sequence[ShownDocument]:
        """Oldest first; of each type at most one that is approved and one that is not."""
        authorize(actor, Action.MANAGE_OWN_DOCUMENTS)
        user_id = actor.user_id or ""
        present = await self.storage.read(lambda unit: unit.driver_documents.present_of(user_id))
        return [await self.links.shown(each) for each in present]

    async def open(self, actor: Actor, link: DocumentLink) -> ShownPicture:
        """Raises ``DocumentLinkExpired`` unless the link is ours and its time is not over."""
        authorize(actor, Action.OPEN_DOCUMENT)
        if not await self.links.is_good(link):
            raise DocumentLinkExpired
        document = await self.storage.read(lambda unit: unit.driver_documents.get(link.document_id))
        if document is None or document.stored_at is None:
            raise DocumentLinkExpired
        file, media_type, name = stored_part(document, link.part)
        content = await self.files.get(file)
        if content is None:
            raise DocumentLinkExpired
        return ShownPicture(name, media_type, content)
