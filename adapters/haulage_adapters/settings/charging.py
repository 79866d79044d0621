"""What is charged, and the luck of the cards that pay it."""

from pathlib import Path

import attrs

from haulage.kernel.split_policy import SplitPolicy
from haulage.pricing.price_policy import PricePolicy
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import number, one_of


@attrs.frozen(slots=False)
class ChargingSettings:
    price_policy: PricePolicy = setting(
        PricePolicy.DRIVER_ESTIMATE,
        "HAULAGE_PRICE_POLICY",
        one_of(PricePolicy),
        "Which price is charged: driver_estimate or calculator_price.",
    )
    split_policy: SplitPolicy = setting(
        SplitPolicy.SPLIT_50_50,
        "HAULAGE_SPLIT_POLICY",
        one_of(SplitPolicy),
        "What drivers are paid: split_50_50, order_price_80 or per_delivery.",
    )
    service_area: Path | None = setting(
        None,
        "HAULAGE_SERVICE_AREA",
        Path,
        "GeoJSON file of where trips may begin and end; without one New York City, Hoboken and Jersey City.",
    )
    card_decline_share: float = setting(
        0.05,
        "HAULAGE_CARD_DECLINE_SHARE",
        number(0, 1),
        "Share of simulated cards that are declined, 0 to 1.",
    )
    card_seed: str = setting(
        "haulage",
        "HAULAGE_CARD_SEED",
        str,
        "Seed of the simulated cards' luck; the same seed, the same luck.",
    )
