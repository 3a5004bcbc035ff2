"""An app behind a real socket, for tests that need one."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from wsgiref.types import WSGIApplication

from werkzeug.serving import WSGIRequestHandler, make_server


class Quiet(WSGIRequestHandler):
    """Logs nothing."""

    def log(self, *_args: object) -> None:
        pass


@contextmanager
def running(app: WSGIApplication) -> Iterator[str]:
    """The address of the app."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
