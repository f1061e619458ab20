"""Trees: the value itself, and one module each for reading, layout, heads and drawing."""
