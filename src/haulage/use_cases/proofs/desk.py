"""Everything about proofs of delivery, in one value for the shells to call."""

import attrs

from haulage.ports.clock import Clock
from haulage.ports.events import OrderBells
from haulage.ports.files import FileStore
from haulage.ports.identifiers import Identifiers
from haulage.ports.pictures import Pictures
from haulage.ports.proof_seals import ProofSeals
from haulage.ports.storage import Storage
from haulage.ports.tokens import Tokens
from haulage.use_cases.proofs.exporting import ExportProof
from haulage.use_cases.proofs.forgetting import RemovePhoto
from haulage.use_cases.proofs.photos import TakePhoto
from haulage.use_cases.proofs.pins import DeliveryPins
from haulage.use_cases.proofs.showing import ShowProofs
from haulage.use_cases.proofs.submitting import SubmitProof


@attrs.frozen
class ProofDesk:
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
        bells: OrderBells,
        tokens: Tokens,
        seals: ProofSeals,
        files: FileStore,
        pictures: Pictures,
    ) -> "ProofDesk":
        show = ShowProofs(storage, clock, tokens, files, pictures)
        return cls(
            take_photo=TakePhoto(storage, clock, identifiers, files, pictures),
            submit=SubmitProof(storage, clock, identifiers, bells, tokens, seals),
            pins=DeliveryPins(storage, clock, identifiers, bells, tokens),
            show=show,
            export=ExportProof(storage, seals, show),
            remove_photo=RemovePhoto(storage, files),
            seals=seals,
            files=files,
            pictures=pictures,
        )
