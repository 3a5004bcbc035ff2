"""Which process this is: asked several times for every request, and the kernel takes its time to tell."""

import os

_known = [os.getpid()]
os.register_at_fork(after_in_child=lambda: _known.__setitem__(0, os.getpid()))


def process_id() -> int:
    return _known[0]
