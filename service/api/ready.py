"""Headers that are ready to be sent: a list like any other, for a server that knows nothing of it."""


class Ready(list[tuple[str, str]]):
    """The headers of an answer with a body of this length. Whoever makes one vouches for every name and value in it:
    they are ours or have been looked at, and none of them is for the server to decide about.
    """

    __slots__ = ("length",)

    def __init__(self, headers: list[tuple[str, str]], length: int) -> None:
        super().__init__(headers)
        self.length = length
