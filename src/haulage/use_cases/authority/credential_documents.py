"""Documents that prove carrier credentials, shown beside them (OP-102)."""

from collections.abc import Iterable, Mapping

import attrs

from haulage.authority import CarrierCredential
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.driver_documents.shown_document import DocumentLinks, ShownDocument


@attrs.frozen
class CredentialDocuments:
    """They are handed in as any other document, and decided about with their credential."""

    storage: Storage
    links: DocumentLinks

    async def __call__(self, credentials: Iterable[CarrierCredential]) -> Mapping[str, ShownDocument]:
        """By credential, for callers that have read the credentials as somebody who may see them."""
        ids = [each.id for each in credentials]
        found = await self.storage.read(lambda unit: unit.driver_documents.of_credentials(ids))
        return {each.credential_id or "": await self.links.shown(each) for each in found}
