"""The scoring module of the page against the service, on random kingdoms and score pads."""
