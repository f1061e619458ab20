"""The grammar: rules, word and constituent alignment, extraction, coverage, derivations."""
