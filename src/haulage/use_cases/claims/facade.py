"""Claims: every use case of the capability."""

import attrs

from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.claims import claim_photo_file
from haulage.ports.storage.unit_of_work import Storage
from haulage.services.orders.order_emails import OrderEmails
from haulage.use_cases.claims.answer_claim import AnswerClaims
from haulage.use_cases.claims.decide_claim import DecideClaims
from haulage.use_cases.claims.open_claim import OpenClaims
from haulage.use_cases.claims.photos import ClaimPhotos
from haulage.use_cases.claims.show_claims import ShowClaims
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.proofs import ProofUseCases
from haulage.use_cases.remove_photo import RemovePhotoFile


@attrs.frozen
class ClaimUseCases:
    open: OpenClaims
    answer: AnswerClaims
    decide: DecideClaims
    show: ShowClaims
    photos: ClaimPhotos
    remove_photo: RemovePhotoFile

    @classmethod
    def over(
        cls,
        storage: Storage,
        clock: Clock,
        identifiers: Identifiers,
        tokens: Tokens,
        proofs: ProofUseCases,
        send_refunds: SendRefunds,
        mails: OrderEmails,
    ) -> "ClaimUseCases":
        photos = ClaimPhotos(storage, clock, identifiers, tokens, proofs.files, proofs.pictures)
        opening = OpenClaims(storage, clock, identifiers, mails)
        return cls(
            open=opening,
            answer=AnswerClaims(storage, clock, identifiers, mails),
            decide=DecideClaims(storage, clock, identifiers, send_refunds, mails),
            show=ShowClaims(storage, opening, photos, proofs.show),
            photos=photos,
            remove_photo=RemovePhotoFile(proofs.files, claim_photo_file),
        )
