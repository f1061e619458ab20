"""What a derivation is scored by: so far the n-gram language model."""
