"""The baselines: Flask answering with the body that it was sent, and doing nothing else.

``plain`` is what anybody would write, with Flask's own JSON. ``same_library`` reads and writes JSON as Brehon does:
the ratio to the first tells users what they get, the ratio to the second tells us what is left.
"""

import msgspec
from flask import Flask, Response, jsonify, request

plain = Flask("plain")
same_library = Flask("same_library")
_encode = msgspec.json.Encoder().encode


@plain.post("/echo")
def echo() -> Response:
    return jsonify(request.get_json())


@same_library.post("/echo")
def echo_with_msgspec() -> Response:
    return Response(_encode(msgspec.json.decode(request.get_data())), content_type="application/json")
