"""The vault of taxpayer numbers."""

from haulage_adapters.taxpayer_vault.key_file import vault_keys
from haulage_adapters.taxpayer_vault.vault import SealingVault

__all__ = ["SealingVault", "vault_keys"]
