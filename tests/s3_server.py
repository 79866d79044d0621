"""A bucket on the loopback that speaks as much of S3 as is needed: objects by PUT, GET and DeleteObjects."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

ABSENT = b"<Error><Code>NoSuchKey</Code><Message>none</Message></Error>"


class Bucket(ThreadingHTTPServer):
    """What it holds by path; whoever does not sign is turned away."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.objects: dict[str, bytes] = {}
        self.is_broken = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Bucket
    protocol_version = "HTTP/1.1"

    def do_PUT(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        if self._is_let_in():
            self.server.objects[self.path] = content
            self._answer(200)

    def do_GET(self) -> None:
        if self._is_let_in():
            found = self.server.objects.get(self.path)
            self._answer(404, ABSENT) if found is None else self._answer(200, found)

    def do_POST(self) -> None:
        """DeleteObjects: several at once, by their keys within the bucket."""
        asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self._is_let_in():
            keys = re.findall(r"<Key>([^<]*)</Key>", asked)
            for key in keys:
                self.server.objects.pop(f"{urlsplit(self.path).path.rstrip('/')}/{key}", None)
            gone = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in keys)
            self._answer(200, f"<DeleteResult>{gone}</DeleteResult>".encode())

    def _is_let_in(self) -> bool:
        if self.server.is_broken:
            self._answer(500)
        elif not self.headers.get("Authorization", "").startswith("AWS4-HMAC-SHA256 Credential=key/"):
            self._answer(403)
        else:
            return True
        return False

    def _answer(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"one"')
        self.send_header("Last-Modified", "Fri, 20 Nov 2026 17:00:00 GMT")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Tests are quiet."""


@contextmanager
def running_bucket() -> Iterator[Bucket]:
    bucket = Bucket()
    thread = Thread(target=bucket.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield bucket
    finally:
        bucket.shutdown()
        thread.join()
        bucket.server_close()
