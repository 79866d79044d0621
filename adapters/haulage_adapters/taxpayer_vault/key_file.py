"""The keys of the vault: those that the operator set, or one that is made where no real money is moved."""

import contextlib
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from haulage_adapters.settings import Settings

KEY_BYTES = 32
OURS_ALONE = 0o600


def vault_keys(settings: Settings) -> Sequence[str]:
    """The present one first. None where real money is moved and the operator has set none: a key beside the
    database would be stolen with it."""
    if settings.tax_vault_key:
        return (settings.tax_vault_key, *settings.previous_vault_keys)
    if settings.mode == "real":
        return ()
    return (_made(settings.vault_key_file), *settings.previous_vault_keys)


def _made(path: Path) -> str:
    """The key of the file. Of two processes that make it at once, both end up with the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    if not path.exists():
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS_ALONE), "w") as file:
            file.write(secrets.token_hex(KEY_BYTES))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()
