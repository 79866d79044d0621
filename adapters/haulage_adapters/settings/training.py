"""What applicants are trained with."""

import attrs

from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.map_addresses import origin_of


def read_video_url(text: str) -> str:
    """The address of a file that a browser plays, such as an MP4."""
    if not text.startswith(("https://", "http://")):
        raise ValueError("must begin with https:// or http://")
    if not text.isascii() or any(character.isspace() for character in text):
        raise ValueError("must be an address without spaces")
    origin_of(text)
    return text


@attrs.frozen(slots=False)
class TrainingSettings:
    safety_video_url: str | None = setting(
        None,
        "HAULAGE_SAFETY_VIDEO_URL",
        read_video_url,
        "Your own video of 15 minutes for the module safety-basics, in place of the slides; with captions in "
        "it.",
    )
    service_video_url: str | None = setting(
        None,
        "HAULAGE_SERVICE_VIDEO_URL",
        read_video_url,
        "Your own video of 20 minutes for the module customer-service, in place of the slides; with captions "
        "in it.",
    )

    @property
    def training_videos(self) -> dict[str, str]:
        """The operator's own videos by the ids of modules."""
        configured = {"safety-basics": self.safety_video_url, "customer-service": self.service_video_url}
        return {module: url for module, url in configured.items() if url}

    @property
    def video_origins(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(origin_of(url) for url in self.training_videos.values()))
