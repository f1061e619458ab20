"""Evaluation: how close output is to a reference."""
