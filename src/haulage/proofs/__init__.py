"""Proofs of delivery: what they say, how they are sealed, and how anybody examines them."""

from haulage.proofs.canonical import canonical, digest
from haulage.proofs.content import FIELDS, PhotoFacts, ProofContent, ProofPosition, content_of
from haulage.proofs.examining import Examined, Fault, FaultKind, KeyCheck, examine
from haulage.proofs.file import Enclosed, proof_file
from haulage.proofs.pin import (
    MOST_WRONG,
    PIN_DIGITS,
    DeliveryPin,
    PinLocked,
    PinNeeded,
    Verdict,
    WrongPin,
)
from haulage.proofs.seal import GENESIS, Opened, ProofRecord, Seal, seal_of, sealed
from haulage.proofs.signature import DrawnSignature, Signature, TypedSignature

__all__ = [
    "FIELDS",
    "GENESIS",
    "MOST_WRONG",
    "PIN_DIGITS",
    "DeliveryPin",
    "DrawnSignature",
    "Enclosed",
    "Examined",
    "Fault",
    "FaultKind",
    "KeyCheck",
    "Opened",
    "PhotoFacts",
    "PinLocked",
    "PinNeeded",
    "ProofContent",
    "ProofPosition",
    "ProofRecord",
    "Seal",
    "Signature",
    "TypedSignature",
    "Verdict",
    "WrongPin",
    "canonical",
    "content_of",
    "digest",
    "examine",
    "proof_file",
    "seal_of",
    "sealed",
]
