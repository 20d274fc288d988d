r"""Second opinion on layers with RoPE and layers without position, in turn, from the models' code.

meta-llama/llama-models, models/llama4/model.py, TransformerBlock: with layers counted from 0,

    is_nope_layer = (layer_id + 1) % nope_layer_interval == 0        Llama 4, SmolLM3, Cohere2: interval 4

so the last layer of each group of `interval` has none. A layer with RoPE rotates queries and keys (Su et al.
2021, equations (14) to (16)); one without is plain q . k / sqrt(d). What else such models change by layer
(windows, chunks of 8192, the norm of queries and keys, the temperature) is not part of this method.
"""
import math

import numpy

from . import plain, rope


def uses_rope(layer, interval=4):
    """Whether the layer rotates: groups are counted off, and the last layer of each group does not."""
    place = 1
    for _ in range(layer):
        place = 1 if place == interval else place + 1
    return place != interval


def pattern(layers, interval=4):
    """uses_rope of the layers 0 .. layers - 1."""
    return [uses_rope(layer, interval) for layer in range(layers)]


def logits(q, k, q_positions, k_positions, options, given):
    """float64 [heads, nq, nk], for the layer given["layer"]."""
    if given.get("layer") is None:
        raise ValueError("nope-rope-hybrid needs layer")
    scale = 1.0 / math.sqrt(options["head_dim"])
    if not uses_rope(given["layer"], options["interval"]):
        return plain.products(q, k, scale)
    base, pairing = options["base"], options["pairing"]
    turned_q = numpy.array([rope.rotate(head, q_positions, base, pairing) for head in q])
    turned_k = numpy.array([rope.rotate(head, k_positions, base, pairing) for head in k])
    return plain.products(turned_q, turned_k, scale)
