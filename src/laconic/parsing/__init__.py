"""Parsing: text to tokens, tokens to trees, and back; the parser that ships, and others."""
