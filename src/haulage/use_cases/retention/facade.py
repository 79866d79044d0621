"""Everything about retention, in one value for the shells to call."""

import attrs

from haulage.use_cases.retention.delete_expired import DeleteExpiredData


@attrs.frozen
class RetentionUseCases:
    """What deletes data whose time is over."""

    delete_expired: DeleteExpiredData
