"""Photos of drivers."""

from haulage.drivers import driver_photo_file
from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.driver_photos.photos import DriverPhotos
from haulage.use_cases.orders.share_tracking import TrackByLink
from haulage.use_cases.proofs import ProofUseCases
from haulage.use_cases.remove_photo import RemovePhotoFile
from haulage_adapters.assembly.parts import Parts


def assemble_driver_photos(parts: Parts, proofs: ProofUseCases, by_link: TrackByLink) -> DriverPhotos:
    return DriverPhotos(parts.storage, parts.clock, parts.identifiers, proofs.files, proofs.pictures, by_link)


def driver_photo_job_handlers(parts: Parts) -> JobHandlers:
    return {JobKind.REMOVE_DRIVER_PHOTO: JobHandler(RemovePhotoFile(parts.files, driver_photo_file))}
