"""JSON gives no meaning to the order of names in an object: whichever it is, the answer is the same, byte by byte.

Without a cache, which would hand out the answer to whoever asked first.
"""

import json
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.api.questions import POSTS


@pytest.fixture(scope="module")
def uncached() -> FlaskClient:
    return create_app(Settings(log_requests=False, rate_limit="off", cached_operations=())).test_client()


def shuffled(value: Any, chance: Random) -> Any:
    """The same document with the names of every object in another order."""
    if isinstance(value, dict):
        names = list(value)
        chance.shuffle(names)
        return {name: shuffled(value[name], chance) for name in names}
    return [shuffled(part, chance) for part in value] if isinstance(value, list) else value


def ask(client: FlaskClient, path: str, question: Any) -> bytes:
    # Flask's own json= would put the names in order.
    response = client.post(path, data=json.dumps(question), content_type="application/json")
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.data


@pytest.mark.parametrize("path", POSTS)
def test_the_order_of_names_changes_nothing(uncached: FlaskClient, path: str) -> None:
    answer = ask(uncached, path, POSTS[path])
    for seed in range(5):
        assert ask(uncached, path, shuffled(POSTS[path], Random(seed))) == answer
