"""What the atlas does not know: verdicts that nothing decides, runs that are missing, mistakes nobody would notice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from posatlas.generators.page import Page
from posatlas.generators.pages.document import reasons
from posatlas.generators.site import Site
from posatlas.schema import Claim, Method, TrainedModel


def pages(site: Site) -> Iterator[Page]:
    """The page of open questions."""
    claims = site.atlas.of("claim")
    by_status: dict[str, list[Claim]] = {}
    for claim in claims:
        by_status.setdefault(site.status(claim), []).append(claim)
    unverifiable = [claim for claim in claims if claim.verdict == "unverifiable"]
    methods = {method.id: method for method in site.atlas.of("method")}
    mutations = [(methods[i], record) for i, record in site.running.mutations.items() if i in methods]
    waiting = not_on_gpu(site)
    models = site.atlas.of("model")
    context = {
        "unverifiable": unverifiable,
        "reasons": [(reason, [c for c in unverifiable if c.reason == reason]) for reason, _ in reasons(unverifiable)],
        "disputed": by_status.get("disputed", []),
        "differing": [c for c in claims if c.second_reading and c.second_reading.verdict != c.verdict],
        "second_readings": sum(c.second_reading is not None for c in claims),
        "checks": sum(len(claim.checks) for claim in claims),
        "waiting": waiting,
        "waiting_checks": sum(count for _, count in waiting),
        "surviving": [(method, record.survivors) for method, record in mutations if record.survivors],
        "equivalent": [(method, record.equivalent) for method, record in mutations if record.equivalent],
        "mutants": sum(record.mutants for _, record in mutations),
        "wrong": by_status.get("failing", []),
        "outdated": [c for c in claims if any(run.state in ("stale", "missing") for run in site.verified(c))],
        "unread": [c for c in claims if any(not reference.read for reference in c.according_to)],
        "undisclosed": [m for m in models if _undisclosed(m)],
    }
    about = site.word("door-open-questions")
    yield Page("open/", "open.md.j2", site.word("open-questions"), context, about)


def not_on_gpu(site: Site) -> list[tuple[Method, int]]:
    """Methods with checks that no record of a GPU answers, and the number of these checks, most first."""
    done = {(record.claim, record.key) for record in site.records() if record.device.startswith("cuda")}
    missing = Counter(
        run.check.method
        for claim in site.atlas.of("claim")
        for run in site.verified(claim)
        if run.record is None or (run.claim, run.record.key) not in done
    )
    counted = sorted(missing.items(), key=lambda entry: (-entry[1], entry[0]))
    return [(site.atlas[method], count) for method, count in counted]  # type: ignore[misc]


def _undisclosed(model: TrainedModel) -> bool:
    return model.position_encoding.origin == "undisclosed"
