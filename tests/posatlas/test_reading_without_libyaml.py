"""Places of values and of mistakes in YAML, and that they are the same where PyYAML was built without libyaml."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from posatlas import reading

READ = b"a: 1\nb: [x, 2.5, true, 2026-01]\nc: {d: 'yes', e: 1.5e+3, f: -2., g: no way}\n"
IN_BRACES = {"d": "yes", "e": 1500.0, "f": -2.0, "g": "no way"}
MISTAKES = [
    (b"a: &x 1\nb: *x\n", "yaml/alias", 2, 4),
    (b"a: " + b"[" * 900 + b"]" * 900, "yaml/depth", 1, 43),
    (b"".join(b" " * level + b"a:\n" for level in range(60)), "yaml/depth", 41, 41),
    (b"family: rotary\n\tname: x\n", "yaml/tab", 2, 1),
    (b"a: b\na: c\n", "yaml/duplicate-key", 2, 1),
    (b"a: b\nc: !!int 5\n", "yaml/tag", 2, 4),
    ("name: 旋\ufffe轉\n".encode(), "yaml/character", 1, 8),
    (b"a: !x {b: c}\n", "yaml/tag", 1, 4),
    (b"a: !x [b]\n", "yaml/tag", 1, 4),
    (b"? [a]\n: b\n", "yaml/key", 1, 3),
    (b"a: {b: c, d}\n", "yaml/null", 1, 12),
    (b"a: ~\n", "yaml/null", 1, 4),
    (b"a: [b, yes]\n", "yaml/scalar", 1, 8),
    (b"a: [b\n", "yaml/syntax", 2, 1),
    (b"a: b: c\n", "yaml/syntax", 1, 5),
    (b"# nothing\n", "yaml/empty", 1, 1),
]

Without = Callable[[ModuleType], ModuleType]


def test_values_are_the_same(tmp_path: Path, without_libyaml: Without) -> None:
    file = tmp_path / "file.yml"
    file.write_bytes(READ)
    for module in (reading, without_libyaml(reading)):
        source = module.read(file, "file.yml")
        assert source.value == {"a": 1, "b": ["x", 2.5, True, "2026-01"], "c": IN_BRACES}
        assert source.position(("b", 2)) == (2, 13)


@pytest.mark.parametrize(("content", "code", "line", "column"), MISTAKES)
def test_mistakes_have_the_same_places(
    content: bytes, code: str, line: int, column: int, tmp_path: Path, without_libyaml: Without
) -> None:
    file = tmp_path / "file.yml"
    file.write_bytes(content)
    for module in (reading, without_libyaml(reading)):
        with pytest.raises(module.Unreadable) as raised:
            module.read(file, "file.yml")
        (finding, *_) = raised.value.findings
        assert (finding.code, finding.line, finding.column) == (code, line, column), module
        assert finding.message and finding.hint


@pytest.mark.parametrize(
    ("location", "value", "key"),
    [
        ((), (1, 1), (1, 1)),
        (("a", "b", 1, "c"), (2, 14), (2, 11)),
        (("a", "b", 7), (2, 6), (2, 6)),
        (("a", "b", "c"), (2, 6), (2, 6)),
        (("a", "d", "c"), (2, 3), (2, 3)),  # not the c further down
        (("c", "b"), (3, 4), (3, 4)),
    ],
)
def test_what_is_missing_is_placed_at_the_nearest_value_around_it(
    location: tuple[object, ...], value: tuple[int, int], key: tuple[int, int], tmp_path: Path
) -> None:
    (tmp_path / "file.yml").write_text("a:\n  b: [x, {c: d}]\nc: 5\n", encoding="utf-8")
    source = reading.read(tmp_path / "file.yml", "file.yml")
    assert source.position(location) == value
    assert source.position(location, of_key=True) == key
