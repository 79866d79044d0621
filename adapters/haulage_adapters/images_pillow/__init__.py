"""Pictures by Pillow."""

from haulage_adapters.images_pillow.pictures import PillowPictures

__all__ = ["PillowPictures"]
