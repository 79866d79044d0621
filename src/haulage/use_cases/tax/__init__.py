"""A driver's own taxes: what they drove for work."""

from haulage.use_cases.tax.mileage_log import DrivenForOrder, MileageLog, MileageYear

__all__ = ["DrivenForOrder", "MileageLog", "MileageYear"]
