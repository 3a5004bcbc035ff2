"""``python -m service.cli``: the same as ``brehon``."""

from service.cli.main import main

main()
