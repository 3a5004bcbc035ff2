"""What was found out last, by what it was found out from."""

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(OrderedDict[K, V]):
    """A memory with an end: beyond so many things the oldest is forgotten. Threads may share it."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: K, value: V) -> V:
        self[key] = value
        if len(self) > self.most:
            self._forget_the_oldest()
        return value

    def _forget_the_oldest(self) -> None:
        try:
            self.popitem(last=False)
        except KeyError:  # another thread was faster
            return
