"""The OpenAPI document as a file, from which the browser application's client is generated.

``python -m haulage_webapp.openapi --write FILE`` writes it; ``--check FILE`` fails when the file is not
what the application says of itself.
"""

import json
import sys
from pathlib import Path

from haulage_adapters.settings import Settings
from haulage_webapp.app import create_app
from haulage_webapp.openapi_schema import amended_schema


def document() -> str:
    """The document with sorted keys, so that equal applications write equal files."""
    app = create_app(Settings())
    schema = amended_schema(app.openapi_schema.to_schema(), app)
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Exit status: 0 done or equal, 1 different, 2 wrong use."""
    match arguments:
        case ["--write", name]:
            Path(name).write_text(document(), encoding="utf-8")
            return 0
        case ["--check", name]:
            if Path(name).read_text(encoding="utf-8") == document():
                return 0
            sys.stderr.write(f"{name} is out of date: write it again with --write\n")
            return 1
        case _:
            sys.stderr.write("use: python -m haulage_webapp.openapi --write FILE | --check FILE\n")
            return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
