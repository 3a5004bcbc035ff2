"""The baselines: Flask answering with the body that it was sent, and doing nothing else.

``plain`` is what anybody would write, with Flask's own JSON. ``with_msgspec`` reads and writes JSON with the library
that Brehon uses. Neither has a log, limits or headers of its own.
"""

import msgspec
from flask import Flask, Response, jsonify, request

plain = Flask("plain")
with_msgspec = Flask("with_msgspec")
_encode = msgspec.json.Encoder().encode


@plain.post("/echo")
def echo() -> Response:
    return jsonify(request.get_json())


@with_msgspec.post("/echo")
def echo_with_msgspec() -> Response:
    return Response(_encode(msgspec.json.decode(request.get_data())), content_type="application/json")
