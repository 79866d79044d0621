"""Driver documents: every use case of the capability."""

import attrs

from haulage.use_cases.driver_documents.expiry_watch import WatchDocuments
from haulage.use_cases.driver_documents.hand_in_document import HandInDocument
from haulage.use_cases.driver_documents.review_documents import ReviewDocuments
from haulage.use_cases.driver_documents.send_in_pieces import SendInPieces
from haulage.use_cases.driver_documents.show_documents import ShowDocuments
from haulage.use_cases.driver_documents.simulated_review import SimulatedReview


@attrs.frozen
class DriverDocumentUseCases:
    """One's own documents, the administrators' review of them, and what the server does by itself."""

    hand_in: HandInDocument
    send_in_pieces: SendInPieces
    show: ShowDocuments
    review: ReviewDocuments
    watch: WatchDocuments
    simulated_review: SimulatedReview
