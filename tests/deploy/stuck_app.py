"""The application with two more routes that never answer, for the tests of the watchdog."""

import re
import time

from service.wsgi import app

ENDLESS = re.compile(r"(a+)+$")


@app.get("/stuck/python")
def stuck_in_python() -> str:
    """Computes for ever; other threads run meanwhile."""
    while True:
        sum(range(1_000))


@app.get("/stuck/interpreter")
def stuck_in_the_interpreter() -> str:
    """One call into C that never ends and never lets another thread run."""
    ENDLESS.match("a" * 60 + "b")
    return ""


@app.get("/slow")
def slow() -> str:
    time.sleep(1.7)
    return "done"
