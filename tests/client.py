"""A referee to put questions to, through HTTP, as any client would.

Every answer is held against the JSON Schema that the OpenAPI document promises for it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema_rs
from flask import Flask

from service.api.openapi import document
from tests.games.bounds import not_counted


class Answer(dict[str, Any]):
    """A decoded answer, with a few questions that tests ask again and again."""

    @property
    def broken(self) -> list[str]:
        return [violation["rule"].split("/", 1)[1] for violation in self["violations"]]

    @property
    def cited(self) -> list[str]:
        return [citation["rule"].split("/", 1)[1] for citation in self["citations"]]

    @property
    def assumed(self) -> list[str]:
        return [fact["fact"] for fact in self["assumed"]]

    @property
    def missing(self) -> list[str]:
        return [fact["fact"] for fact in self["missing"]]

    def message(self, rule: str) -> str:
        return next(v["message"] for v in self["violations"] if v["rule"].endswith("/" + rule))

    def total(self, name: str) -> int | None:
        return next(player["total"] for player in self["players"] if player["name"] == name)

    def explained_by(self, name: str) -> list[str]:
        claim = next(claim for claim in self["claims"] if claim["name"] == name)
        return [explanation["rule"].split("/", 1)[1] for explanation in claim["explanations"]]


class Referee:
    """One game's operations, over an app's test client."""

    def __init__(self, app: Flask, game: str, language: str = "en") -> None:
        self.app = app
        self.game = game
        self.language = language
        self.http = app.test_client()

    def ask(self, operation: str, question: dict[str, Any]) -> Answer:
        address = f"/v1/games/{self.game}/{operation}"
        response = self.http.post(address, json=question, headers={"Accept-Language": self.language})
        assert response.status_code == 200, response.get_data(as_text=True)
        answer = response.get_json()
        with not_counted():
            contract(self.app, address).validate(answer)
        return Answer(answer)

    def draw(self, question: dict[str, Any]) -> bytes:
        """A picture."""
        address = f"/v1/games/{self.game}/diagram"
        response = self.http.post(address, json=question, headers={"Accept-Language": self.language})
        assert response.status_code == 200, response.get_data(as_text=True)
        assert response.content_type == "image/svg+xml"
        return response.get_data()

    def problem(self, operation: str, question: Any, status: int = 422) -> list[str]:
        """The pointers of a refused question."""
        response = self.http.post(f"/v1/games/{self.game}/{operation}", json=question)
        assert response.status_code == status, response.get_data(as_text=True)
        assert response.content_type == "application/problem+json"
        return [error["pointer"] for error in response.get_json().get("errors", [])]

    def validate(self, state: dict[str, Any], move: dict[str, Any], **more: Any) -> Answer:
        return self.ask("validate", {"state": state, "move": move, **more})

    def audit(self, state: dict[str, Any], **more: Any) -> Answer:
        return self.ask("audit", {"state": state, **more})

    def score(self, state: dict[str, Any], **more: Any) -> Answer:
        return self.ask("score", {"state": state, **more})

    def moves(self, state: dict[str, Any], **more: Any) -> Answer:
        return self.ask("legal-moves", {"state": state, **more})


@cache
def contract(app: Flask, address: str) -> jsonschema_rs.Draft202012Validator:
    """The JSON Schema of the answer at an address."""
    promised = _document(app)
    (content,) = promised["paths"][address]["post"]["responses"]["200"]["content"].values()
    return jsonschema_rs.Draft202012Validator({**content["schema"], "components": promised["components"]})


@cache
def _document(app: Flask) -> dict[str, Any]:
    return document(app)


def without_ids(answer: Mapping[str, Any]) -> dict[str, Any]:
    """An answer without what names the question itself."""
    return {name: value for name, value in answer.items() if name not in ("question_id", "case_id")}
