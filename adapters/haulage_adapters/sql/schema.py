"""The whole schema: importing this module has imported every table."""

from haulage_adapters.sql import audit as _audit  # noqa: F401 - its table
from haulage_adapters.sql import factors as _factors  # noqa: F401 - its tables
from haulage_adapters.sql import identities as _identities  # noqa: F401 - its tables
from haulage_adapters.sql import mails as _mails  # noqa: F401 - its table
from haulage_adapters.sql import passkeys as _passkeys  # noqa: F401 - its tables
from haulage_adapters.sql import sign_in as _sign_in  # noqa: F401 - its tables
from haulage_adapters.sql.tables import metadata

__all__ = ["metadata"]
