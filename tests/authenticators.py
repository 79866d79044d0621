"""A device with passkeys, in software: P-256 keys, user verification, a count of its signatures."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import attrs
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import encode_cbor

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def coded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


@attrs.define
class Device:
    """Holds one passkey at *origin*. Its attributes may be bent to make a dishonest one."""

    origin: str = "http://localhost:8000"
    verifies: bool = True
    counts: bool = True
    count: int = 0
    credential: bytes = attrs.field(factory=lambda: token_bytes(16))
    key: EllipticCurvePrivateKey = attrs.field(factory=lambda: generate_private_key(SECP256R1()))
    handle: str | None = None
    host: str | None = None

    def create(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.create`` gives, without an attestation."""
        self.host, self.handle = self.host or options["rp"]["id"], options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        public_key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + len(self.credential).to_bytes(2) + self.credential + encode_cbor(public_key)
        data = self._data(ATTESTED) + attested
        response = {
            "clientDataJSON": coded(self._client_data("webauthn.create", options)),
            "attestationObject": coded(encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})),
        }
        return self._answer(response)

    def get(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.get`` gives."""
        self.count += self.counts
        data, client_data = self._data(), self._client_data("webauthn.get", options)
        signature = self.key.sign(data + sha256(client_data).digest(), ECDSA(SHA256()))
        response = {
            "clientDataJSON": coded(client_data),
            "authenticatorData": coded(data),
            "signature": coded(signature),
            "userHandle": self.handle,
        }
        return self._answer(response)

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        id = coded(self.credential)
        return {"id": id, "rawId": id, "type": "public-key", "response": response}

    def _data(self, further: int = 0) -> bytes:
        flags = PRESENT | further | (VERIFIED if self.verifies else 0)
        return sha256((self.host or "").encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client_data(self, kind: str, options: Mapping[str, Any]) -> bytes:
        claims = {
            "type": kind,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": False,
        }
        return json.dumps(claims).encode()
