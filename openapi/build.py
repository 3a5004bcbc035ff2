"""Write what is generated from the running app: the responses of the examples, pictures, and the OpenAPI documents.

Run by ``make openapi``. An example file holds a request; its response is written by this script. With the ids of
games of other packages as arguments, it writes the responses of the examples in their folders instead.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PICTURES = FOLDER.parent / "docs" / "pictures"
sys.path.insert(0, str(FOLDER.parent))

from flask.testing import FlaskClient  # noqa: E402

from service.api.openapi import EXAMPLES, as_yaml, documents  # noqa: E402
from service.app import create_app  # noqa: E402
from service.games.registry import OURS, installed_games  # noqa: E402
from service.settings import Settings  # noqa: E402


def ask(client: FlaskClient, example: dict[str, Any]) -> Any:
    """The response to an example's request."""
    headers = {"Accept-Language": "en", "X-Request-Id": "example"}
    response = client.open(example["path"], method=example["method"], json=example.get("request"), headers=headers)
    assert response.status_code == 200, (example["path"], response.get_data())
    return response.get_json() if response.is_json else response.get_data(as_text=True)


def write_responses(client: FlaskClient, examples: Iterable[Path]) -> dict[Path, Any]:
    """The responses that were written into these files."""
    responses = {}
    for path in sorted(examples):
        example = json.loads(path.read_text("utf-8"))
        responses[path] = example["response"] = ask(client, example)
        path.write_text(json.dumps(example, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return responses


def build_ours() -> None:
    client = create_app(Settings(games=OURS)).test_client()
    for path, response in write_responses(client, EXAMPLES.glob("*.json")).items():
        if isinstance(response, str):  # a picture, for the pages
            (PICTURES / f"{path.stem}.svg").write_text(response, "utf-8")
    for name, content in documents(client.application).items():
        path = FOLDER / f"{name}.yaml"
        path.write_text(as_yaml(content), "utf-8")
        print(path.name)


def build_others(ids: list[str]) -> None:
    """Their documents are made when somebody asks for them, and are not written."""
    client = create_app(Settings(games=tuple(ids))).test_client()
    for game in installed_games(ids):
        for path in write_responses(client, (game.folder / "examples").glob("*.json")):
            print(path)


if __name__ == "__main__":
    build_others(sys.argv[1:]) if sys.argv[1:] else build_ours()
