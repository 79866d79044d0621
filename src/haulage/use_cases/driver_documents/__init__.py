"""Driver documents: hand in, show, review, watch and delete them."""

from haulage.use_cases.driver_documents.facade import DriverDocumentUseCases

__all__ = ["DriverDocumentUseCases"]
