"""Brehon: a referee for board games, as a service."""

VERSION = "0.1.0"
