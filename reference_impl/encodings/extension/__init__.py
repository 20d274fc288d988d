"""Extensions of a trained context: other frequencies, other scales of the logits."""
