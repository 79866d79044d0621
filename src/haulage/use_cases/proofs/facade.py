"""Proofs of delivery: every use case of the capability."""

import attrs

from haulage.ports.files.files import FileStore
from haulage.ports.files.pictures import Pictures
from haulage.ports.files.proof_seals import ProofSeals
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.proofs.delete_proofs import RemovePhoto
from haulage.use_cases.proofs.export_proof import ExportProof
from haulage.use_cases.proofs.photos import TakePhoto
from haulage.use_cases.proofs.pins import DeliveryPins
from haulage.use_cases.proofs.show_proofs import ShowProofs
from haulage.use_cases.proofs.submit_proof import SubmitProof


@attrs.frozen
class ProofUseCases:
    take_photo: TakePhoto
    submit: SubmitProof
    pins: DeliveryPins
    show: ShowProofs
    export: ExportProof
    remove_photo: RemovePhoto
    seals: ProofSeals
    files: FileStore
    pictures: Pictures

    @classmethod
    def over(
        cls,
        storage: Storage,
        clock: Clock,
        identifiers: Identifiers,
        tokens: Tokens,
        seals: ProofSeals,
        files: FileStore,
        pictures: Pictures,
    ) -> "ProofUseCases":
        show = ShowProofs(storage, clock, tokens, files, pictures)
        return cls(
            take_photo=TakePhoto(storage, clock, identifiers, files, pictures),
            submit=SubmitProof(storage, clock, identifiers, tokens, seals),
            pins=DeliveryPins(storage, clock, identifiers, tokens),
            show=show,
            export=ExportProof(storage, seals, show),
            remove_photo=RemovePhoto(storage, files),
            seals=seals,
            files=files,
            pictures=pictures,
        )
