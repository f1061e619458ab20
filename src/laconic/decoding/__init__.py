"""Decoding: which rules apply where, and which derivation is meant."""
