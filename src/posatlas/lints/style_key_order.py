"""The fields of a file stand in the order of the schema."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    orders: dict[str, dict[str, int]] = {}
    known: set[tuple[str, ...]] = set()
    for entry in view.entries:
        keys = entry.source.keys
        kind = entry.kind.name
        if (kind, *keys) in known:
            continue
        if kind not in orders:
            fields = entry.kind.model.model_fields.items()
            orders[kind] = {info.alias or name: place for place, (name, info) in enumerate(fields)}
        places = [orders[kind].get(key, 0) for key in keys]
        if places == sorted(places):
            known.add((kind, *keys))
            continue
        index = next(i for i in range(1, len(places)) if places[i] < max(places[:i]))
        after = min((key for key in keys[:index] if orders[kind][key] > places[index]), key=orders[kind].__getitem__)
        message = f'"{keys[index]}" stands after "{after}".'
        hint = f"Write the fields in the order {', '.join(sorted(keys, key=orders[kind].__getitem__))}."
        yield lint.at(entry, (keys[index],), message, hint, of_key=True)


LINT = Lint("style/key-order", "Fields stand in the order of the schema.", _check)
