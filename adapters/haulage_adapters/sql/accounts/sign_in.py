"""One-time codes, sign-in flows, email requests and rate limits that processes share."""

from datetime import datetime

from sqlalchemy import RowMapping, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from haulage.accounts.email_request import EmailRequest
from haulage.accounts.flows import AuthFlow, ChallengeMethod, CodeChallenge
from haulage.accounts.one_time import CodePurpose, OneTimeCode
from haulage.kernel.rate_limit import RateLimit, Taken, take
from haulage.ports.storage.sign_in import CodeStore, EmailRequestStore, FlowStore, LimitStore
from haulage_adapters.sql.batches import some_of
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import auth_flows, email_requests, one_time_codes, rate_limits

_CODE = flat_names(OneTimeCode, without=set())
_FLOW = flat_names(AuthFlow, without={"challenge"})


class SqlCodeStore(CodeStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def replace(self, code: OneTimeCode) -> None:
        same = (
            one_time_codes.c.account_id == code.account_id,
            one_time_codes.c.purpose == code.purpose,
        )
        await self._session.run(delete(one_time_codes).where(*same), what="code")
        await self._session.run(insert(one_time_codes).values(attributes_of(code, _CODE)), what="code")

    async def get(self, account_id: str, purpose: CodePurpose) -> OneTimeCode | None:
        return _code(
            await self._session.row(
                select(one_time_codes)
                .where(one_time_codes.c.account_id == account_id, one_time_codes.c.purpose == purpose)
                .with_for_update()
            )
        )

    async def forget(self, account_id: str) -> None:
        await self._session.run(
            delete(one_time_codes).where(one_time_codes.c.account_id == account_id), what="code"
        )

    async def by_link(self, link_hash: str) -> OneTimeCode | None:
        return _code(
            await self._session.row(
                select(one_time_codes).where(one_time_codes.c.link_hash == link_hash).with_for_update()
            )
        )

    async def count_wrong_guess(self, code: OneTimeCode) -> None:
        await self._session.run(
            update(one_time_codes)
            .where(one_time_codes.c.link_hash == code.link_hash)
            .values(wrong_guesses=one_time_codes.c.wrong_guesses + 1),
            what="code",
        )

    async def use_up(self, code: OneTimeCode) -> bool:
        used = await self._session.changed(
            delete(one_time_codes).where(one_time_codes.c.link_hash == code.link_hash), what="code"
        )
        return used == 1

    async def purge(self, before: datetime, limit: int) -> int:
        old = some_of(one_time_codes, one_time_codes.c.created_at < before, limit)
        return await self._session.changed(old, what="code")


class SqlFlowStore(FlowStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, flow: AuthFlow) -> None:
        await self._session.run(insert(auth_flows).values(_flow_row(flow)), what="flow")

    async def get(self, flow_id: str) -> AuthFlow | None:
        return _flow(await self._session.row(select(auth_flows).where(auth_flows.c.id == flow_id)))

    async def save(self, flow: AuthFlow) -> None:
        await self._session.run(
            update(auth_flows).where(auth_flows.c.id == flow.id).values(_flow_row(flow)), what="flow"
        )

    async def take(self, code_hash: str) -> AuthFlow | None:
        """The deletion decides which of two exchanges at once has the flow."""
        taken = delete(auth_flows).where(auth_flows.c.code_hash == code_hash).returning(*auth_flows.c)
        return _flow((await self._session.run(taken, what="flow")).mappings().first())

    async def purge(self, before: datetime, limit: int) -> int:
        old = some_of(auth_flows, auth_flows.c.created_at < before, limit)
        return await self._session.changed(old, what="flow")


class SqlEmailRequestStore(EmailRequestStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, request: EmailRequest) -> None:
        row = {"id": request.id, "created_at": request.created_at, "request": to_json(request, EmailRequest)}
        await self._session.run(insert(email_requests).values(row), what="e-mail request")

    async def get(self, request_id: str) -> EmailRequest | None:
        wanted = select(email_requests.c.request).where(email_requests.c.id == request_id)
        row = await self._session.row(wanted)
        return None if row is None else from_json(row["request"], EmailRequest)

    async def take(self, request_id: str) -> bool:
        taken = await self._session.changed(
            delete(email_requests).where(email_requests.c.id == request_id), what="e-mail request"
        )
        return taken == 1


class SqlLimitStore(LimitStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def take(self, key: str, limit: RateLimit, now: datetime) -> Taken:
        """A key's row is made first, so that there is something to lock; its lock orders the takers."""
        made = (postgresql if self._session.dialect == "postgresql" else sqlite).insert(rate_limits)
        await self._session.run(made.values(key=key, due=now).on_conflict_do_nothing(), what="limit")
        due = await self._session.scalar(
            select(rate_limits.c.due).where(rate_limits.c.key == key).with_for_update()
        )
        taken = take(limit, due, now)
        if taken.allowed:
            await self._session.run(
                update(rate_limits).where(rate_limits.c.key == key).values(due=taken.due), what="limit"
            )
        return taken

    async def forget(self, key: str) -> None:
        await self._session.run(delete(rate_limits).where(rate_limits.c.key == key), what="limit")

    async def purge(self, now: datetime, limit: int) -> int:
        whole = some_of(rate_limits, rate_limits.c.due < now, limit)
        return await self._session.changed(whole, what="limit")


def _code(row: RowMapping | None) -> OneTimeCode | None:
    return None if row is None else OneTimeCode(**columns_of(row, _CODE))


def _flow_row(flow: AuthFlow) -> dict[str, object]:
    return attributes_of(flow, _FLOW) | {
        "challenge": flow.challenge.challenge,
        "challenge_method": flow.challenge.method,
    }


def _flow(row: RowMapping | None) -> AuthFlow | None:
    if row is None:
        return None
    challenge = CodeChallenge(row["challenge"], ChallengeMethod(row["challenge_method"]))
    return AuthFlow(challenge=challenge, **columns_of(row, _FLOW))
