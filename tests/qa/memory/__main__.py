"""``python -m tests.qa.memory [ROUNDS]``."""

import sys

from tests.qa.memory.largest import MOST_MEGABYTES, peak_megabytes

if __name__ == "__main__":
    peak, statuses = peak_megabytes(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    print(f"peak {peak:.0f} MB of {MOST_MEGABYTES} MB, answers by status: {statuses}")
