"""No screen meets the question for a proof of identity unprepared: every request goes where it is asked.

The client that is made from the API's description sends through ``authorizedFetch``, and auth-js through
``authClient``; both ask for the proof and send again (``freshProof.ts``). So nothing else may send.
"""

import json
import re
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parents[2] / "ui" / "src"
MARK = "x-may-want-proof"

SENDERS = {
    "auth/authorizedFetch.ts": "sends what the generated client asks for, with a proof where one is wanted",
    "auth/authClient.ts": "likewise for auth-js",
    "auth/accountRequest.ts": "for account routes; whoever needs a proof gives it sendWithProof",
    "auth/sendWithProgress.ts": "sends files to routes that want no proof, and tells how far they have come",
    "auth/sessionStore.ts": "ends the session itself when it is left, which needs none",
    "auth/sessionWatch.ts": "looks whether the session lives",
    "shared/map/basemap/basemap.ts": "files of the map, which belong to nobody",
}
SENDING = re.compile(r"(?<![\w.])fetch\(|XMLHttpRequest|sendBeacon|new EventSource")
ACCOUNT_REQUEST = re.compile(r"accountRequest(?:<\w+>)?\(\s*'(\w+)',\s*'([^']+)'")
WITHOUT_PROOF = {
    ("POST", "/reauthenticate"): "gives the proof",
    ("POST", "/passkeys/authentication/options"): "begins to give it",
    ("GET", "/factors/recovery-codes"): "reads how many are left",
    ("POST", "/factors/recovery-codes/verify"): "signs in",
}
USED = {"cancel_order", "drop_delivery_pin", "reassign_order", "release_order", "retry_job", "refund_payment"}


def sources() -> dict[str, str]:
    files = (file for suffix in ("ts", "tsx") for file in SOURCES.rglob(f"*.{suffix}"))
    return {
        str(file.relative_to(SOURCES)): file.read_text(encoding="utf-8")
        for file in files
        if "generated" not in file.parts and ".test." not in file.name and "test" not in file.parts
    }


def marked() -> dict[str, tuple[str, dict[str, Any]]]:
    """Operations that may want a proof: path and description by their names."""
    described = json.loads((SOURCES.parent / "openapi.json").read_text(encoding="utf-8"))
    return {
        operation["operationId"]: (path, operation)
        for path, item in described["paths"].items()
        for operation in item.values()
        if operation.get(MARK)
    }


def test_nothing_sends_but_what_can_ask_for_a_proof() -> None:
    senders = {name for name, text in sources().items() if SENDING.search(text)}
    assert senders == set(SENDERS)
    auth = SOURCES / "auth"
    assert "fetch: authorizedFetch as typeof fetch" in (auth / "apiClient.ts").read_text(encoding="utf-8")
    assert "return sendWithProof(" in (auth / "authorizedFetch.ts").read_text(encoding="utf-8")


def test_account_routes_are_asked_with_a_proof_where_they_want_one() -> None:
    unproved, read = set(), 0
    for text in sources().values():
        for call in ACCOUNT_REQUEST.finditer(text):
            read += 1
            if "sendWithProof" not in arguments(text, call.end()):
                unproved.add(call.groups())
    written = sum(
        len(re.findall(r"(?<!function )accountRequest(?:<\w+>)?\(", text)) for text in sources().values()
    )
    assert read == written, "a call is written so that this test cannot read it"
    assert unproved == set(WITHOUT_PROOF)


def arguments(text: str, start: int) -> str:
    """Up to the parenthesis that closes the call."""
    depth, end = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return text[start:end]


def test_screens_call_what_wants_a_proof_by_the_generated_client() -> None:
    """By its name in the client; nobody writes its address."""
    operations, texts = marked(), "\n".join(sources().values())
    assert USED - set(operations) == set()
    for path, _ in operations.values():
        written = re.sub(r"\\\{[^}]*\\\}", r"[^/\\s]+", re.escape(path))
        assert not re.search(rf"[`'\"]{written}[`'\"?]", texts), path
    called = {name for name in operations if re.search(rf"\b{camel(name)}(Mutation)?\b", texts)}
    assert USED - called == set()


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def test_what_may_want_a_proof_says_that_it_may_refuse() -> None:
    assert {name for name, (_, described) in marked().items() if "403" not in described["responses"]} == set()
