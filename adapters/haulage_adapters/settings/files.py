"""Where pictures and other files are kept."""

from urllib.parse import urlsplit

import attrs

from haulage_adapters.clamav_scanner.scanner import clamav_address
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import address, is_loopback


def bucket(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme != "s3" or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise ValueError("must be s3://bucket or s3://bucket/prefix")
    return text.rstrip("/")


@attrs.frozen(slots=False)
class FileSettings:
    files: str | None = setting(
        None,
        "HAULAGE_FILES",
        bucket,
        "Object store for pictures, such as s3://bucket/prefix; without it the data folder.",
        extra="s3",
    )
    s3_endpoint: str | None = setting(
        None,
        "HAULAGE_S3_ENDPOINT",
        address,
        "Address of an object store that is not Amazon's own.",
        extra="s3",
    )
    s3_region: str | None = setting(None, "HAULAGE_S3_REGION", str, "Region of the bucket.", extra="s3")
    s3_key_id: str | None = setting(
        None,
        "HAULAGE_S3_KEY_ID",
        str,
        "Access key; without it the machine's own role or AWS_... variables.",
        extra="s3",
    )
    s3_secret: str | None = setting(
        None, "HAULAGE_S3_SECRET", str, "The secret that belongs to the key.", secret=True, extra="s3"
    )

    clamav: str | None = setting(
        None,
        "HAULAGE_CLAMAV",
        clamav_address,
        "ClamAV's daemon, such as tcp://scanner:3310 or unix:/run/clamav/clamd.ctl, which scans documents "
        "that applicants and drivers send; without it they are not scanned, and reviewers read so.",
    )

    @property
    def files_leave_the_machine(self) -> bool:
        """Whether pictures are given to somebody else; a store on this machine counts as simulated."""
        return self.files is not None and not (self.s3_endpoint and is_loopback(self.s3_endpoint))
