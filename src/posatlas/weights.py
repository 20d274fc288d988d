"""How much a step along an edge of the graph weighs: its relation, and what bears it out. Less is better."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["BORNE_OUT", "OF_RELATION", "step_weight"]

_FROM_CLAIMS: Final = (
    "about claims borne_out_by evidence_for evidence_against states corrected_by refuted_by contradicts"
)
_CITING: Final = "said_by according_to checks rests_on mentions cell_of"
OF_RELATION: Final = {**dict.fromkeys(_FROM_CLAIMS.split(), 3), **dict.fromkeys(_CITING.split(), 5)}
"""Weight of a relation; any other, such as descent or use, weighs 2."""

BORNE_OUT: Final = {"verified-by-run": 0, "refuted-by-run": 0, "sourced": 1}
"""What is added for the status of the best claim beside the edge; 4 for any other status."""

_OTHER_RELATION, _OTHER_STATUS, _NO_CLAIM = 2, 4, 2


def step_weight(relation: str, statuses: Iterable[str]) -> int:
    """The weight of a step: 2 to 5 for the relation, and 0 to 4 for the statuses of the claims that bear it out.

    A claim that was run adds nothing, one with a source 1, a field without a claim 2, other claims 4.
    """
    own = OF_RELATION.get(relation, _OTHER_RELATION)
    return own + min((BORNE_OUT.get(status, _OTHER_STATUS) for status in statuses), default=_NO_CLAIM)
