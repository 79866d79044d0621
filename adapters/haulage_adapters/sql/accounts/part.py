"""What the parts of the store have in common."""

from haulage_adapters.sql.session import Session


class Part:
    """Works on the one connection of its transaction."""

    def __init__(self, session: Session) -> None:
        self._session = session
