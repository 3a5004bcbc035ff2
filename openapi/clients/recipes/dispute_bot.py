"""A chat bot that settles disputes: `!judge kingdomino {"state": …, "move": …}` gets the ruling and a picture.

The chat program is a small REST API like Discord's: messages of a channel are fetched and posted over HTTP.
"""

import json
import os
import re
import time

import requests

BREHON = os.environ.get("BREHON", "http://127.0.0.1:8000")
CHAT = os.environ.get("CHAT", "http://127.0.0.1:9000/channels/1/messages")
COMMAND = re.compile(r"!judge ([a-z-]{1,40}) (\{.*\})", re.DOTALL)


def ask(game: str, operation: str, question: dict, accept: str = "application/json") -> requests.Response:
    headers = {"Accept-Language": "en", "Accept": accept}
    response = requests.post(f"{BREHON}/v1/games/{game}/{operation}", json=question, headers=headers, timeout=10)
    if response.status_code == 429:  # once more, when the referee says
        time.sleep(min(int(response.headers["Retry-After"]), 30))
        response = requests.post(response.url, json=question, headers=headers, timeout=10)
    return response


def reply_to(text: str) -> tuple[str, bytes | None] | None:
    """The reply to a message and its picture; None where nobody has asked."""
    if (command := COMMAND.fullmatch(text.strip())) is None:
        return None
    try:
        question = json.loads(command[2])
    except ValueError as error:
        return f"That is not JSON: {error}.", None
    response = ask(command[1], "validate", question)
    ruling = response.json()
    if response.status_code != 200:  # the question itself is wrong: the detail says where
        return ruling["detail"], None
    rules = [f"§ {citation['title']}: {citation['text']}" for citation in ruling["citations"]]
    assumed = [f"(assumed: {fact['text']})" for fact in ruling["assumed"]]
    shown = {name: question[name] for name in ("state", "move", "pack", "house_rules") if name in question}
    picture = ask(command[1], "diagram", {**shown, "width": 480}, "image/png")  # 406 if the server draws no PNG
    return "\n".join([ruling["summary"], *rules, *assumed]), picture.content if picture.ok else None


def answer_new_messages(after: int) -> int:
    """Answer what was written after this message; the number of the last one."""
    for message in requests.get(CHAT, params={"after": after}, timeout=10).json():
        after = max(after, message["id"])
        if (reply := reply_to(message["content"])) is not None:
            files = {"file": ("table.png", reply[1], "image/png")} if reply[1] else {}
            requests.post(CHAT, data={"content": reply[0], "reply_to": message["id"]}, files=files, timeout=10)
    return after


if __name__ == "__main__":
    last = 0
    while True:
        last = answer_new_messages(last)
        time.sleep(2)
