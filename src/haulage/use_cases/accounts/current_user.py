"""Authentication of requests: the user or actor behind an access token."""

from collections.abc import Mapping
from datetime import datetime

import attrs

from haulage.accounts.devices import Device
from haulage.accounts.factors import AdminNeedsSecondFactor, InsufficientAssurance
from haulage.accounts.freshness import require_fresh
from haulage.accounts.session import (
    STANDARD_SESSION_TERMS,
    Bearer,
    SessionNotFound,
    SessionTerms,
    SignedIn,
)
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import Conflict, Unavailable
from haulage.kernel.policy import Action
from haulage.kernel.sensitive_actions import (
    ADMIN_POWERS,
    AUDITED_READS,
    EVERYBODY_NEEDS_FRESH_PROOF,
    NEEDS_FRESH_PROOF,
)
from haulage.ports.identity.tokens import Tokens, TokenSubject
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.accounts.audited_reading import Reading, record_reading


@attrs.frozen
class CurrentUser:
    """Reads the signed-in user behind an access token.

    Everything about the bearer of an access token.

    The session is looked up each time: signing out, a suspension, a new role and a new profile count at
    once, whatever the token says.
    """

    storage: Storage
    clock: Clock
    tokens: Tokens
    terms: SessionTerms = STANDARD_SESSION_TERMS

    async def __call__(self, access_token: str) -> SignedIn:
        """Raises ``BadAccessToken`` or ``SessionNotFound``, which are both ``Unauthenticated``."""
        subject = await self.tokens.read(access_token)
        signed_in = await self.storage.read(lambda unit: unit.accounts.signed_in(subject.session_id))
        if signed_in is None or signed_in.account.id != subject.account_id:
            raise SessionNotFound
        if self.clock.now() >= self.terms.ends_at(signed_in.session.times, signed_in.user.user_type):
            raise SessionNotFound
        return signed_in


@attrs.frozen
class Authenticate:
    """The actor behind an access token, for every request outside the account routes.

    An administrator's actions need more: a second factor where *admins_need_both* is set, a recent proof of
    identity for grave ones, and an entry in the audit trail for what they read of other people.
    """

    storage: Storage
    clock: Clock
    tokens: Tokens
    terms: SessionTerms = STANDARD_SESSION_TERMS
    admins_need_both: bool = False

    async def __call__(
        self,
        access_token: str,
        device: Device | None = None,
        *,
        action: Action | None = None,
        changes: bool = False,
        reading: Reading = Reading(),  # noqa: B008  (it is frozen)
    ) -> Actor:
        """The use of the session is noted, with the *device* that the request came from. *changes* is False
        for what only reads; *reading* is what is asked of other people.

        An administrator who needs a second factor and has none acts as a customer does: what shows
        everybody's to administrators, such as the list of orders, shows them their own.

        Raises ``Unauthenticated``, also where the account's second factor was not given,
        ``ReauthenticationNeeded`` for what needs a recent proof of identity, and for administrators
        ``AdminNeedsSecondFactor``.
        """
        subject = await self.tokens.read(access_token)
        bearers = await self.storage.read(lambda unit: unit.accounts.bearers([subject.session_id]))
        now = self.clock.now()
        actor = actor_of(subject, bearers, now, self.terms)
        if device is not None and bearers[subject.session_id].session.needs_note(now):
            await self._note(subject.session_id, device, now)
        if changes and action in EVERYBODY_NEEDS_FRESH_PROOF:
            await self._require_fresh(subject.session_id)
        if actor.is_admin and action is not None:
            has_both = bearers[subject.session_id].has_both_factors
            self.require_both(action, has_both=has_both)
            if self.admins_need_both and not has_both:
                return attrs.evolve(actor, user_type=UserType.CUSTOMER)
            if changes and action in NEEDS_FRESH_PROOF:
                await self._require_fresh(subject.session_id)
            if action in AUDITED_READS and not (changes and action in NEEDS_FRESH_PROOF):
                await self.note_reading(actor, action, reading)
        return actor

    async def _note(self, session_id: str, device: Device, now: datetime) -> None:
        """Requests that only read go on being answered where nothing can be written."""
        try:
            await self.storage.write(lambda unit: unit.accounts.note_use(session_id, device, now))
        except (Unavailable, Conflict):
            return

    def require_both(self, action: Action, *, has_both: bool) -> None:
        """Of an administrator. Raises ``AdminNeedsSecondFactor``."""
        if self.admins_need_both and action in ADMIN_POWERS and not has_both:
            raise AdminNeedsSecondFactor

    async def note_reading(self, actor: Actor, action: Action, reading: Reading) -> None:
        """Where *actor* is an administrator, or an operator in somebody's name; others read what is theirs.
        What is read again within ten minutes, as an open page does, has one entry."""
        if not (actor.is_admin or actor.operated_by):
            return
        now = self.clock.now()
        await self.storage.write(lambda unit: record_reading(unit, actor, action, reading, now))

    async def _require_fresh(self, session_id: str) -> None:
        signed_in = await self.storage.read(lambda unit: unit.accounts.signed_in(session_id))
        if signed_in is None:
            raise SessionNotFound
        require_fresh(signed_in.session, self.clock.now())


def actor_of(
    subject: TokenSubject,
    bearers: Mapping[str, Bearer],
    now: datetime,
    terms: SessionTerms = STANDARD_SESSION_TERMS,
) -> Actor:
    """The one whom a genuine token speaks for, among those whose sessions live.

    Raises ``Unauthenticated``.
    """
    bearer = bearers.get(subject.session_id)
    if bearer is None or bearer.account_id != subject.account_id:
        raise SessionNotFound
    if now >= terms.ends_at(bearer.session, bearer.actor.user_type):
        raise SessionNotFound
    if bearer.needs_second_factor:
        raise InsufficientAssurance
    return bearer.actor
