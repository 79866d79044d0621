"""Rewrite what orders are searched by after somebody with many orders was renamed or erased."""

import attrs

from haulage.ports.storage.unit_of_work import Storage

BATCH = 500
"""Ours: orders whose texts are rewritten in one transaction, some 100 ms."""


@attrs.frozen
class RewriteSearchTexts:
    """All that are left, each batch in a transaction of its own. Several processes may do it at once."""

    storage: Storage

    async def __call__(self) -> None:
        while await self.storage.write(lambda unit: unit.orders.rewrite_search_texts(BATCH)):
            pass
