"""Proofs of delivery: taken, sealed, shown, written into files, and forgotten."""

from haulage.use_cases.proofs.desk import ProofDesk
from haulage.use_cases.proofs.exporting import ExportProof, ProofFile
from haulage.use_cases.proofs.forgetting import RemovePhoto
from haulage.use_cases.proofs.photos import TakePhoto
from haulage.use_cases.proofs.pins import DeliveryPins, ShownPin
from haulage.use_cases.proofs.showing import ShownProof, ShowProofs, picture_link_of
from haulage.use_cases.proofs.submitting import SubmitProof, ToldProof

__all__ = [
    "DeliveryPins",
    "ExportProof",
    "ProofDesk",
    "ProofFile",
    "RemovePhoto",
    "ShowProofs",
    "ShownPin",
    "ShownProof",
    "SubmitProof",
    "TakePhoto",
    "ToldProof",
    "picture_link_of",
]
