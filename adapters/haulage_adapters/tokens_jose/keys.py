"""The server's keys: made once, kept in the database, read again now and then."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from secrets import token_bytes

import attrs
from joserfc.jwk import ECKey, KeySet

from haulage.accounts.refresh import RefreshChain
from haulage.kernel.errors import Conflict
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.accounts import KeyPurpose, StoredKey
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage_adapters.tokens_jose.seal import Seal

ALGORITHM = "ES256"
CHAIN_KEY_BYTES = 32
RELOAD_AFTER = timedelta(minutes=5)
"""Within this time every process signs with a new key."""
RELOAD_FOR_UNKNOWN_AFTER = timedelta(seconds=5)
"""A token under an unknown key is reason to look, but not at every such token."""


@attrs.frozen
class KeyRing:
    """The keys as read at one instant; the last signing key signs, all of them check."""

    signing: Sequence[ECKey]
    chain: RefreshChain
    proving: Sequence[ECKey]
    read_at: datetime

    @property
    def signer(self) -> ECKey:
        return self.signing[-1]

    @property
    def checkers(self) -> KeySet:
        return KeySet(list(self.signing))

    def knows(self, key_id: object) -> bool:
        return any(key.kid == key_id for key in self.signing)


class KeyStore:
    """Reads the keys, and makes those that are missing.

    Two first starts at once agree: a key's number is taken once, and the loser reads the winner's.
    """

    def __init__(self, storage: Storage, clock: Clock, identifiers: Identifiers, seal: Seal) -> None:
        self._storage = storage
        self._clock = clock
        self._identifiers = identifiers
        self._seal = seal
        self._ring: KeyRing | None = None

    async def ring(self, *, at_most_old: timedelta = RELOAD_AFTER) -> KeyRing:
        """The keys, read again when they were read too long ago."""
        now = self._clock.now()
        if self._ring is None or not timedelta(0) <= now - self._ring.read_at <= at_most_old:
            self._ring = self._open(await self._stored_keys(now), now)
        return self._ring

    async def _stored_keys(self, now: datetime) -> Sequence[StoredKey]:
        stored = await self._storage.read(lambda unit: unit.accounts.keys())
        missing = set(KeyPurpose) - {key.purpose for key in stored}
        if not missing:
            return stored
        for purpose in sorted(missing):
            await self._make_first(purpose, now)
        return await self._storage.read(lambda unit: unit.accounts.keys())

    async def _make_first(self, purpose: KeyPurpose, now: datetime) -> None:
        id = self._identifiers.new("key")
        key = StoredKey(id, purpose, 1, now, self._seal.close(_new_material(purpose, id)))

        async def work(unit: UnitOfWork) -> None:
            await unit.accounts.add_key(key)

        try:
            await self._storage.write(work)
        except Conflict:
            return

    def _open(self, stored: Sequence[StoredKey], now: datetime) -> KeyRing:
        by_number = sorted(stored, key=lambda key: key.number)

        def pairs(purpose: KeyPurpose) -> list[ECKey]:
            matching = [key for key in by_number if key.purpose is purpose]
            return [ECKey.import_key(json.loads(self._seal.open(key.material))) for key in matching]

        chains = [key for key in by_number if key.purpose is KeyPurpose.REFRESH]
        chain = RefreshChain(bytes.fromhex(self._seal.open(chains[-1].material)))
        return KeyRing(pairs(KeyPurpose.ACCESS), chain, pairs(KeyPurpose.PROOF), now)


def _new_material(purpose: KeyPurpose, id: str) -> str:
    match purpose:
        case KeyPurpose.ACCESS:
            key = ECKey.generate_key("P-256", {"kid": id, "use": "sig", "alg": ALGORITHM})
            return json.dumps(key.as_dict(private=True))
        case KeyPurpose.PROOF:  # named by its thumbprint, which no other key can have
            return json.dumps(ECKey.generate_key("P-256").as_dict(private=True))
        case KeyPurpose.REFRESH:
            return token_bytes(CHAIN_KEY_BYTES).hex()
