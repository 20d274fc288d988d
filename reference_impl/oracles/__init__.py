"""One module a method: the paper's equation in float64 loops, independent of torch and of the encodings."""
