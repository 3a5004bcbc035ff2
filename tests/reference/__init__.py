"""Slow and obvious retellings of the rules, from the rulebooks alone, to check the engines against."""
