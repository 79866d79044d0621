"""Orders: booked, listed, tracked, moved, cancelled and rated."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.ports.storage.item_photos import item_photo_file
from haulage.use_cases.orders.admin_orders import AdminOrders
from haulage.use_cases.orders.book_order import BookOrder
from haulage.use_cases.orders.booking_summary import BookedOrders
from haulage.use_cases.orders.cancel_order import CancelOrder
from haulage.use_cases.orders.facade import OrderUseCases
from haulage.use_cases.orders.item_photos import ItemPhotos
from haulage.use_cases.orders.list_orders import ListOrders, SeeOrder
from haulage.use_cases.orders.next_order import SeeNextOrder
from haulage.use_cases.orders.order_streaming import FollowOrder
from haulage.use_cases.orders.rate_order import RateOrder
from haulage.use_cases.orders.reschedule_order import RescheduleOrder
from haulage.use_cases.orders.rescheduling_emails import ReschedulingEmails
from haulage.use_cases.orders.search_texts import RewriteSearchTexts
from haulage.use_cases.orders.see_views import SeeViews
from haulage.use_cases.orders.share_tracking import Links, ShareTracking, TrackByLink
from haulage.use_cases.orders.stream_access import OpenStreamAccess
from haulage.use_cases.orders.tracking import TrackOrder
from haulage.use_cases.orders.unpaid_orders import CancelUnpaidOrder
from haulage.use_cases.payments.facade import PaymentUseCases
from haulage.use_cases.proofs import ProofUseCases
from haulage.use_cases.remove_photo import RemovePhotoFile
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.order_streams import InProcessOrderStreams
from haulage_adapters.order_streams.batched_reader import BatchedReader


def assemble_orders(parts: Parts, payments: PaymentUseCases, proofs: ProofUseCases) -> OrderUseCases:
    storage, clock = parts.storage, parts.clock
    settings, refunds, links = parts.settings, payments.send_refunds, Links(parts.tokens)
    track = TrackOrder(storage, clock, parts.forecasts, proofs)
    return OrderUseCases(
        book=BookOrder(storage, clock, parts.identifiers, settings.price_policy),
        item_photos=ItemPhotos(
            storage, clock, parts.identifiers, parts.tokens, proofs.files, proofs.pictures
        ),
        see=SeeOrder(storage),
        list=ListOrders(storage),
        see_views=SeeViews(storage),
        booked=BookedOrders(storage),
        next=SeeNextOrder(storage, clock, track),
        admin=AdminOrders(storage),
        cancel=CancelOrder(storage, clock, parts.cards, refunds, payments.settle, parts.order_emails),
        reschedule=RescheduleOrder(
            storage, clock, ReschedulingEmails(parts.order_emails), settings.offer_terms
        ),
        rate=RateOrder(storage, clock),
        track=track,
        follow=FollowOrder(InProcessOrderStreams(BatchedReader(storage), parts.notifier, clock, track)),
        open_stream_access=OpenStreamAccess(parts.tokens, settings.account_terms.sessions),
        share_tracking=ShareTracking(storage, clock, parts.identifiers, links),
        track_by_link=TrackByLink(storage, clock, links, track),
        rewrite_search_texts=RewriteSearchTexts(storage),
    )


def order_job_handlers(parts: Parts, payments: PaymentUseCases, proofs: ProofUseCases) -> JobHandlers:
    cancel_unpaid = CancelUnpaidOrder(parts.storage, parts.clock, parts.cards, payments.settle)
    return {
        JobKind.CANCEL_UNPAID_ORDER: JobHandler(cancel_unpaid),
        JobKind.REMOVE_ITEM_PHOTO: JobHandler(RemovePhotoFile(proofs.files, item_photo_file)),
    }
