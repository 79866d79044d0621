"""Reading what somebody was handed of their data."""

import json
import zipfile
from io import BytesIO
from typing import Any

from haulage.use_cases.personal_data.export_data import DataExport
from haulage_adapters.archives import zipped


def opened(archive: bytes) -> dict[str, Any]:
    """The files of an archive by name: JSON as values, pictures as bytes."""
    with zipfile.ZipFile(BytesIO(archive)) as files:
        assert files.testzip() is None
        content = {name: files.read(name) for name in files.namelist()}
    return {name: json.loads(each) if name.endswith(".json") else each for name, each in content.items()}


async def exported(export: DataExport) -> dict[str, Any]:
    return opened(b"".join([part async for part in zipped(export)]))
