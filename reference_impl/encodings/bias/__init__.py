"""Encodings that add a number to the attention logits."""
