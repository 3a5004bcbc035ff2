"""The version of the client; it is that of the service."""

VERSION = "0.1.0"
