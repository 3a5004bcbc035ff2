"""Brehon: a referee for board games, as a service."""

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("brehon")
except PackageNotFoundError:  # run from a checkout that was not installed
    VERSION = "0.0.0+checkout"
