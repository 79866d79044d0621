"""Files in an object store that speaks S3."""

from haulage_adapters.files_s3.bucket import BucketFiles, S3Access

__all__ = ["BucketFiles", "S3Access"]
