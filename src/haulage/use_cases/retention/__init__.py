"""The retention schedule, and the deletion of expired data (OP-97)."""

from haulage.services.retention.rule import Removal, RetentionRule
from haulage.use_cases.retention.delete_expired import DeleteExpiredData
from haulage.use_cases.retention.schedule import SCHEDULE, rule

__all__ = ["SCHEDULE", "DeleteExpiredData", "Removal", "RetentionRule", "rule"]
