"""The rules of the moves, a module for each chapter of the book: what is checked and what it does, side by side."""
