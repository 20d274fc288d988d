r"""Second opinion on log-n scaling: the logit q . k / sqrt(d) times the logarithm of a count, base L.

    "qwen"  max(1, log_L i), i = position of the query + 1. Qwen-7B, modeling_qwen.py, logn_list (log_L i for
            i > L, else 1); Su's rerope_patch.py has the same with position_ids + 1.
    "su"    log_L n, n the number of keys that the query may look at, at least 1; below 1 where n < L. Su's
            post kexue.fm/archives/8823 with L for its 512, and his bert4keras, attention_normalize,
            method "softmax_plus": n counts the unmasked keys of each query. Where nothing says who may look
            at whom (allowed is None), that is all keys. Neither positions nor given["length"] count.

No rotation, no bias: this is plain attention but for the factor.
"""
import math

from . import plain


def log_factor(count, original_length, variant="qwen"):
    """The factor for one count (from 1) of positions or keys."""
    count = max(float(count), 1.0)  # a count below 1 has no logarithm worth having: both codes treat it as 1
    if variant == "qwen" and count <= original_length:
        return 1.0
    return math.log(count) / math.log(original_length)


def logits(q, k, q_positions, k_positions, options, given):
    """float64 [heads, nq, nk]."""
    out = plain.products(q, k, 1.0 / math.sqrt(len(q[0][0])))
    for row, position in enumerate(q_positions):
        if options["variant"] == "qwen":
            count = float(position) + 1.0
        elif given.get("allowed") is None:
            count = len(k_positions)
        else:
            count = sum(1 for allowed in given["allowed"][row] if allowed)
        out[:, row, :] *= log_factor(count, options["original_length"], options["variant"])
    return out
