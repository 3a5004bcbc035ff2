"""The routes: each view reads a request, calls an operation, and builds a response."""
