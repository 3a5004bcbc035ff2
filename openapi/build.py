"""Write what is generated from the running app: the responses of the examples, pictures, and the OpenAPI documents.

Run by ``make openapi``. An example file holds a request; its response is written by this script.
"""

import json
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PICTURES = FOLDER.parent / "docs" / "pictures"
sys.path.insert(0, str(FOLDER.parent))

from flask.testing import FlaskClient  # noqa: E402

from service.api.openapi import EXAMPLES, as_yaml, documents  # noqa: E402
from service.app import create_app  # noqa: E402


def ask(client: FlaskClient, example: dict[str, Any]) -> Any:
    """The response to an example's request."""
    headers = {"Accept-Language": "en", "X-Request-Id": "example"}
    response = client.open(example["path"], method=example["method"], json=example.get("request"), headers=headers)
    assert response.status_code == 200, (example["path"], response.get_data())
    return response.get_json() if response.is_json else response.get_data(as_text=True)


def main() -> None:
    client = create_app().test_client()
    for path in sorted(EXAMPLES.glob("*.json")):
        example = json.loads(path.read_text("utf-8"))
        example["response"] = ask(client, example)
        path.write_text(json.dumps(example, indent=2, ensure_ascii=False) + "\n", "utf-8")
        if isinstance(example["response"], str):  # a picture, for the pages
            (PICTURES / f"{path.stem}.svg").write_text(example["response"], "utf-8")
    for name, content in documents(client.application).items():
        path = FOLDER / f"{name}.yaml"
        path.write_text(as_yaml(content), "utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
