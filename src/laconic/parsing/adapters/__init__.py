"""Parsers that others made, and trees that are already there, behind the `Parser` protocol."""
