"""The rules by the chapters of the printed book: what is checked and what it does."""
