"""Kingdomino, by Bruno Cathala: dominoes of two terrains, drafted by kings and built into kingdoms."""
