"""Roll & Raid through HTTP."""
