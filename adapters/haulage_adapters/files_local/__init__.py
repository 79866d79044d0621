"""Files in a folder of this machine."""

from haulage_adapters.files_local.folder import FolderFiles

__all__ = ["FolderFiles"]
