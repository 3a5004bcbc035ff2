"""The random test of partial tables: zones, positions, properties, shrinking, known violations."""
