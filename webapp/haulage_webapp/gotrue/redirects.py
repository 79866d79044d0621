"""Where a browser goes on to after a link or a provider, and what it carries there.

Tokens go into the fragment, which no server and no referrer sees. A code is worth nothing without its
verifier and goes into the query, where official clients look for it.
"""

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from haulage.accounts import SessionGrant
from haulage.kernel.errors import HaulageError
from haulage_webapp.gotrue.responses import SessionOut
from haulage_webapp.gotrue.statuses import code_of, redirect_word


def with_session(address: str, grant: SessionGrant, kind: str | None = None) -> str:
    """*kind* is what the mail was for."""
    session = SessionOut.of(grant)
    values = {
        "access_token": session.access_token,
        "expires_at": str(session.expires_at),
        "expires_in": str(session.expires_in),
        "refresh_token": session.refresh_token,
        "token_type": session.token_type,
    }
    return _with_fragment(address, values | {"type": kind} if kind else values)


def with_code(address: str, code: str) -> str:
    return _with_query(address, {"code": code})


def with_message(address: str, message: str, *, in_query: bool = False) -> str:
    """Like a refusal: a page finds it in the fragment, a client of the flow with codes in the query too."""
    values = {"message": message}
    return _with_fragment(_with_query(address, values) if in_query else address, values)


def with_refusal(address: str, refusal: HaulageError, *, in_query: bool = False) -> str:
    """Clients of the flow with codes look for it in the query; a page finds it in the fragment either way."""
    values = {
        "error": redirect_word(refusal),
        "error_code": code_of(refusal),
        "error_description": refusal.message,
    }
    return _with_fragment(_with_query(address, values) if in_query else address, values)


def _with_fragment(address: str, values: dict[str, str]) -> str:
    return urlunsplit(urlsplit(address)._replace(fragment=urlencode(values)))


def _with_query(address: str, values: dict[str, str]) -> str:
    """What the address says under the same names is somebody else's, and is left out."""
    parts = urlsplit(address)
    others = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] not in values]
    query = urlencode([*others, *values.items()])
    return urlunsplit(parts._replace(query=query, fragment=""))
