"""What drivers are paid: three policies, of which an operator puts one in force (OP-01)."""

from enum import StrEnum


class SplitPolicy(StrEnum):
    SPLIT_50_50 = "split_50_50"
    ORDER_PRICE_80 = "order_price_80"
    PER_DELIVERY = "per_delivery"
