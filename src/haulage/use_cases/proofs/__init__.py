"""Proofs of delivery: submit, seal, show, export and erase them."""

from haulage.use_cases.proofs.delete_proofs import RemovePhoto
from haulage.use_cases.proofs.export_proof import ExportProof, ProofFile
from haulage.use_cases.proofs.facade import ProofUseCases
from haulage.use_cases.proofs.photos import TakePhoto
from haulage.use_cases.proofs.pins import DeliveryPins, ShownPin
from haulage.use_cases.proofs.show_proofs import ShownProof, ShowProofs, picture_link_of
from haulage.use_cases.proofs.submit_proof import SubmitProof, SubmittedProof

__all__ = [
    "DeliveryPins",
    "ExportProof",
    "ProofFile",
    "ProofUseCases",
    "RemovePhoto",
    "ShowProofs",
    "ShownPin",
    "ShownProof",
    "SubmitProof",
    "SubmittedProof",
    "TakePhoto",
    "picture_link_of",
]
