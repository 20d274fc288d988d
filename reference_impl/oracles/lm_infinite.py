r"""Second opinion on LM-Infinite: Han et al. 2024 (NAACL), one pair at a time in float64.

Two parts. The Lambda-shaped mask: a query at i sees the last `window` tokens, itself included, and the first `start`
tokens of the text; nothing else. The distance limit: no pair meets at a relative position above `window`
(L_pretrain in the paper), so that it is min(i - j, window).

The edges are those of the authors' code (LM-Infinite, models/lambda_attention.py, models/llama.py): the local branch
is 0 <= i - j <= window - 1 (`triu(1).tril(local_branch)` on pairs of blocks, `triu(-local_branch + 1)` hides the global
branch there), and the global branch has the query turned to position `limit_distance`, = local_branch = window in
convert_llama_model, against keys that are not turned. `start` counts positions: a key is of the global branch if its
position is below `start`. The paper's optional re-insertion of k middle tokens is not part of this.
The two parts are stated in the paper's abstract and the authors' README.
"""
import numpy

from . import plain, rerope


def distance(i, j, options):
    """The relative position at which query position i meets key position j, hidden or not."""
    return float(min(i - j, options["window"]))


def distances(q_positions, k_positions, options):
    """distance() of every pair: float64 [nq, nk]."""
    return numpy.array([[distance(i, j, options) for j in k_positions] for i in q_positions], dtype=numpy.float64)


def visible(q_positions, k_positions, options):
    """The Lambda-shaped mask, causal as in the paper: bool [nq, nk]."""
    out = numpy.zeros((len(q_positions), len(k_positions)), dtype=bool)
    for row, i in enumerate(q_positions):
        for column, j in enumerate(k_positions):
            local = 0 <= i - j < options["window"]
            from_the_start = 0 <= j < options["start"] and j <= i
            out[row, column] = local or from_the_start
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """Before mask and softmax: float64 [heads, nq, nk]."""
    return rerope.logits_at(q, k, distances(q_positions, k_positions, options), options)


def attend(q, k, v, q_positions, k_positions, options, given):
    """Softmax over the visible keys that the caller allows; zeros where there is none: float64 [heads, nq, dv]."""
    return attend_where(visible(q_positions, k_positions, options),
                        logits(q, k, q_positions, k_positions, options, given), v, given)


def attend_where(seen, scores, v, given):
    """The weighted sum of v over keys both seen and given["allowed"]."""
    allowed = given.get("allowed")
    heads, nq, nk = scores.shape
    out = numpy.zeros((heads, nq, len(v[0][0])), dtype=numpy.float64)
    for head in range(heads):
        for row in range(nq):
            may = [bool(seen[row][c]) and (allowed is None or bool(allowed[row][c])) for c in range(nk)]
            weights = plain.softmax(scores[head, row], may)
            for column in range(nk):
                if may[column]:
                    for channel in range(out.shape[2]):
                        out[head, row, channel] += weights[column] * float(v[head][column][channel])
    return out
