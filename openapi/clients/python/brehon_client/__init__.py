"""A client of the board game referee Brehon.

client      ``Brehon``: one method for each question, with timeouts and retries
answers     what the service answers, as TypedDicts
errors      what is raised when there is no answer
links       a question as a link to the service's page
stored      whether an answer is still what it was
"""

from brehon_client.client import Brehon
from brehon_client.errors import BrehonError, NotBrehon, NotReached, Problem, Refused
from brehon_client.links import share_link, unpack_link
from brehon_client.stored import changes, expected_of
from brehon_client.version import VERSION

__all__ = [
    "VERSION",
    "Brehon",
    "BrehonError",
    "NotBrehon",
    "NotReached",
    "Problem",
    "Refused",
    "changes",
    "expected_of",
    "share_link",
    "unpack_link",
]
