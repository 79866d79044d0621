"""Everything about orders, in one value for the shells to call."""

import attrs

from haulage.use_cases.orders.admin_orders import AdminOrders
from haulage.use_cases.orders.book_order import BookOrder
from haulage.use_cases.orders.booking_summary import BookedOrders
from haulage.use_cases.orders.cancel_order import CancelOrder
from haulage.use_cases.orders.item_photos import ItemPhotos
from haulage.use_cases.orders.list_orders import ListOrders, SeeOrder
from haulage.use_cases.orders.next_order import SeeNextOrder
from haulage.use_cases.orders.order_streaming import FollowOrder
from haulage.use_cases.orders.rate_order import RateOrder
from haulage.use_cases.orders.reschedule_order import RescheduleOrder
from haulage.use_cases.orders.search_texts import RewriteSearchTexts
from haulage.use_cases.orders.see_views import SeeViews
from haulage.use_cases.orders.share_tracking import ShareTracking, TrackByLink
from haulage.use_cases.orders.stream_access import OpenStreamAccess
from haulage.use_cases.orders.tracking import TrackOrder


@attrs.frozen
class OrderUseCases:
    """Orders from booking to rating, except the driver's work on them."""

    """Which of a quote's prices an order costs."""
    book: BookOrder
    item_photos: ItemPhotos
    see: SeeOrder
    list: ListOrders
    see_views: SeeViews
    booked: BookedOrders
    """A customer's own, with the figures over them."""
    next: SeeNextOrder
    admin: AdminOrders
    """Everybody's, for administrators."""
    cancel: CancelOrder
    reschedule: RescheduleOrder
    rate: RateOrder
    track: TrackOrder
    follow: FollowOrder
    open_stream_access: OpenStreamAccess
    share_tracking: ShareTracking
    track_by_link: TrackByLink
    rewrite_search_texts: RewriteSearchTexts
