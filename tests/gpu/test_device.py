"""The laws, the claims and compiled attention on a device; what was measured is recorded beside the CPU's."""
from pathlib import Path

import pytest
import torch

from posatlas.reference_impl import attend, checks
from posatlas.reference_impl.laws import LAWS, outcome, subjects
from posatlas.reference_impl.laws.subject import in_dtype

from ..reference_impl.entries import entries

SUBJECTS = subjects()
FIRST = {s.method: s for s in reversed(SUBJECTS)}
GENERATED = {"rope", "alibi", "t5-relative-bias", "shaw-relative", "fox", "yarn", "mrope", "pope-polar", "self-extend"}
EVIDENCE = Path(__file__).parents[2] / "build" / "evidence-cuda"


def entered(ran, name, violation):
    count, worst = ran.get(name, (0, 0.0))
    ran[name] = (count + 1, max(worst, violation))


@pytest.fixture(scope="module")
def exceptions():
    return {(m.id, e.law) for m in entries("method").values() for e in m.exceptions}


@pytest.mark.parametrize("subject", SUBJECTS, ids=[f"{s.method}[{s.name}]" for s in SUBJECTS])
def test_laws(subject, device, ran, exceptions):
    wrong = []
    for law in LAWS.values():
        if not law.applies(subject):
            continue
        for dtype in law.dtypes:
            found = outcome(law, subject, dtype)
            if found.error or ((subject.method, law.name) not in exceptions and not found.holds):
                wrong.append((law.name, found.dtype, found.error or found.violation))
            elif found.holds:
                entered(ran, f"laws, {found.dtype}", found.violation / found.allowed if found.allowed else 0.0)
    assert wrong == []


@pytest.mark.parametrize("method", sorted(FIRST))
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=["float32", "bfloat16"])
def test_compiled(method, dtype, device, ran):
    """torch.compile of one layer of attention gives what it gives without: as one graph for every method, and
    through the code generator, which takes seconds each, for those that others descend from."""
    torch.compiler.reset()
    subject = FIRST[method]
    enc = subject.encoding()
    at = subject.positions(enc, 12)
    q, k, v = (t.to(dtype) for t in subject.heads_of(12))
    around = in_dtype(subject.around(enc, 12), dtype) | {"generator": None}
    if "generator" in enc.needs:
        pytest.skip("a random generator cannot enter a compiled graph")

    def layer(q, k, v):
        return attend(enc, q, k, v, at, at, **around)

    with torch.no_grad():
        plain = layer(q, k, v)
        backend = "inductor" if method in GENERATED and dtype == torch.float32 else "aot_eager"
        found = torch.compile(layer, dynamic=False, backend=backend)(q, k, v)
    allowed = 16 * torch.finfo(dtype).eps * max(1.0, float(plain.abs().max()))
    worst = float((found.double() - plain.double()).abs().max())
    assert worst <= allowed
    entered(ran, f"compiled, {str(dtype).removeprefix('torch.')}", worst / allowed)


def test_claims(device, ran):
    """Every check of every claim comes out as on the CPU; the rows are recorded in build/evidence-cuda."""
    claims = [claim for claim in entries("claim").values() if claim.checks]
    rows = checks.run(claims, device=device)
    checks.record(rows, EVIDENCE, complete=True)
    assert [(r.claim, r.says, r.error or r.measured) for r in rows if not r.agrees] == []
    for _ in rows:
        entered(ran, "checks of claims, float64", 0.0)
    assert len(rows) > 300
