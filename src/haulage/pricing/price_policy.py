"""Which of two prices a customer pays, chosen by an operator (OP-09)."""

from enum import StrEnum


class PricePolicy(StrEnum):
    """Which price is charged (OP-09): the chosen driver's, or the calculator's."""

    DRIVER_ESTIMATE = "driver_estimate"
    CALCULATOR_PRICE = "calculator_price"
