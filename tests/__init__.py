"""The tests."""

import os

# They send more requests than one client may. Servers that they start inherit this; limits have tests of their own.
os.environ.setdefault("BREHON_RATE_LIMIT", "off")
os.environ.setdefault("BREHON_CLIENT_CONCURRENCY", "0")
