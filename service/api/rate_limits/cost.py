"""What a request costs: one unit, and more for its bytes and for the steps of its computation."""

BYTES_SENT = 16 * 1024
"""Each so many bytes of a body cost a unit."""
BYTES_ANSWERED = 64 * 1024
"""Each so many bytes of an answer cost a unit."""
STEPS = 5_000
"""Each so many steps cost a unit: about five milliseconds of computing."""


def cost_of_request(body_bytes: int) -> int:
    """The units that are known when a request arrives."""
    return 1 + body_bytes // BYTES_SENT


def cost_of_answer(steps: int, answer_bytes: int) -> int:
    """The units that are known when it is answered."""
    return steps // STEPS + answer_bytes // BYTES_ANSWERED
