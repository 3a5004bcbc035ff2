"""What is raised when there is no answer. A verdict is never an exception: an illegal move is an answer.

::

    BrehonError
      NotReached    no connection, or no answer in time
        NotBrehon   an answer that is none of this service
      Refused       the service refused the question with a problem document (RFC 9457)
"""

from typing import NotRequired, TypedDict


class Fault(TypedDict):
    """One thing that is wrong with a question: a JSON Pointer into it, or the name of a query parameter."""

    detail: str
    pointer: NotRequired[str]
    parameter: NotRequired[str]


class Problem(TypedDict):
    """A problem document."""

    type: str
    title: str
    status: int
    detail: str
    request_id: NotRequired[str]
    errors: NotRequired[list[Fault]]


class BrehonError(Exception):
    """There is no answer."""


class NotReached(BrehonError):
    """The service could not be reached, or something else answered."""


class NotBrehon(NotReached):
    """Something answered that is not the service."""


class Refused(BrehonError):
    """The service refused the question."""

    def __init__(self, problem: Problem, retry_after: float | None = None) -> None:
        super().__init__(f"{problem['title']}: {problem['detail']}")
        self.problem = problem
        self.retry_after = retry_after
        """The seconds after which to ask again, where the service says so."""

    @property
    def status(self) -> int:
        return self.problem["status"]

    @property
    def kind(self) -> str:
        """The last part of the problem's type, such as ``malformed`` or ``too-many``."""
        return self.problem["type"].rpartition(":")[2]

    @property
    def pointer(self) -> str | None:
        """The place of the first fault in the question; None where the problem has no place in it."""
        return next((fault["pointer"] for fault in self.problem.get("errors", []) if "pointer" in fault), None)
