"""Pictures by Pillow."""

from haulage_adapters.images_pillow.pictures import PillowPictures, made_safe_here

__all__ = ["PillowPictures", "made_safe_here"]
