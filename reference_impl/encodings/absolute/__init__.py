"""Encodings that add a vector to the embedding of each token."""
