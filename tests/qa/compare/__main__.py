"""``python -m tests.qa.compare BASE``: the same corpus asked of the revision BASE and of this checkout."""

import argparse
import base64
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tests.qa.compare.corpus import corpus

ROOT = Path(__file__).parents[3]
RECORD = Path(__file__).with_name("record.py")


def write_corpus(path: Path) -> int:
    count = 0
    with path.open("w") as out:
        for request in corpus():
            line = {**request._asdict(), "body": base64.b64encode(request.body).decode()}
            out.write(json.dumps(line) + "\n")
            count += 1
    return count


def record(checkout: Path, questions: Path, answers: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
    subprocess.run([sys.executable, RECORD, questions, answers], cwd=checkout, env=environment, check=True)


def without_order(answer: dict[str, Any]) -> dict[str, Any]:
    """A problem document with its errors sorted and without the sentence made of the first one."""
    problem = json.loads(answer["body"])
    errors = sorted(json.dumps(error) for error in problem.get("errors", []))
    return {**problem, "detail": "", "errors": errors, "status_line": answer["status"], "headers": answer["headers"]}


def differs_in_order_only(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Unknown-field errors used to come in hash order; with more than are listed, other ones are listed."""
    if not (before["status"] == after["status"] and "Unknown field" in before["body"] + after["body"]):
        return False
    try:
        old, new = without_order(before), without_order(after)
    except ValueError:
        return False
    listed = all("Unknown field" in error for error in {*old["errors"]} ^ {*new["errors"]})
    old["errors"], new["errors"] = [], []
    length = [header for header in before["headers"] if header.startswith("Content-Length")]
    new["headers"] = sorted([h for h in new["headers"] if not h.startswith("Content-Length")] + length)
    return listed and old == new


INTENDED = {
    "This key comes twice in one object": "a repeated key is reported before other faults",
    "digits.": "a number is too long",
}
"""Refusals that may name another fault than before: what the new sentence says, and why."""


def intended(before: dict[str, Any], after: dict[str, Any]) -> str | None:
    if before["status"] != after["status"] or not after["status"].startswith("422"):
        return None
    return next((kind for sentence, kind in INTENDED.items() if sentence in after["body"]), None)


def compare(questions: Path, before: Path, after: Path, shown: int) -> int:
    kinds: Counter[str] = Counter()
    with questions.open() as asked, before.open() as olds, after.open() as news:
        for question_line, old_line, new_line in zip_longest(asked, olds, news):
            question, old, new = json.loads(question_line), json.loads(old_line), json.loads(new_line)
            if old == new:
                kinds["equal"] += 1
            elif differs_in_order_only(old, new):
                kinds["order of unknown fields"] += 1
            elif (kind := intended(old, new)) is not None:
                kinds[kind] += 1
            else:
                kinds["different"] += 1
                if kinds["different"] <= shown:
                    show(question, old, new)
    print(dict(kinds))
    return kinds["different"]


def show(question: dict[str, Any], old: dict[str, Any], new: dict[str, Any]) -> None:
    body = base64.b64decode(question["body"])
    print(f"{question['method']} {question['path']}?{question['query']} {question['headers']}\n  {body[:600]!r}")
    for name in ("status", "headers", "body", "again"):
        if old[name] != new[name]:
            print(f"  - {old[name]}\n  + {new[name]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="the revision to compare with")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build" / "compare", help="where the recordings are kept"
    )
    parser.add_argument("--shown", type=int, default=10)
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    questions, before, after = folder / "corpus.jsonl", folder / f"{arguments.base}.jsonl", folder / "this.jsonl"
    if not questions.exists():
        print(f"{write_corpus(questions)} questions")
    if not before.exists():
        with tempfile.TemporaryDirectory() as place:
            checkout = Path(place) / "base"
            subprocess.run(
                ["git", "worktree", "add", "-q", "--detach", checkout, arguments.base], cwd=ROOT, check=True
            )
            try:
                record(checkout, questions, before)
            finally:
                subprocess.run(["git", "worktree", "remove", "--force", checkout], cwd=ROOT, check=True)
    record(ROOT, questions, after)
    sys.exit(1 if compare(questions, before, after, arguments.shown) else 0)


if __name__ == "__main__":
    main()
