"""Names, hooks and files: what a reader can rely on to build an encoding or to take one away."""
import ast
import functools
import importlib
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

import posatlas.reference_impl as package
from posatlas.reference_impl import available, build
from posatlas.reference_impl.encodings import base
from posatlas.reference_impl.encodings.base import HOOKS, PositionEncoding
from posatlas.schema.properties import STANDARD_BUILDS
from posatlas.source_digests import with_imports

ROOT = Path(package.__file__).parent
ENCODINGS = sorted(p for p in ROOT.glob("encodings/*/*.py") if p.name != "__init__.py")
ORACLES = sorted(p for p in ROOT.glob("oracles/*.py") if p.name != "__init__.py")


def test_every_method_runs():
    assert set(available()) == {path.stem.replace("_", "-") for path in ENCODINGS}
    assert len(available()) >= 55 and list(available()) == sorted(available())


@pytest.mark.parametrize(("call", "words"), [
    (lambda: build("rop", head_dim=8), ["no method 'rop' runs; did you mean 'rope'? Methods that run"]),
    (lambda: build("zzz"), ["no method 'zzz' runs. Methods that run: alibi, cape, complex-word-order,"]),
    (lambda: build("rope", head_dim=8, theta=1e4), [
        "rope has no option theta", "its options: head_dim, base=10000.0, pairing='interleaved'"]),
    (lambda: build("learned-absolute", width=4), ["learned-absolute needs length; its options: width,"]),
    (lambda: build("nope", heads=3), ["nope has no option heads; its options: none"]),
])
def test_build_names_what_is_wrong(call, words):
    with pytest.raises(ValueError) as error:
        call()
    assert all(w in str(error.value) for w in words)


@pytest.mark.parametrize(("method", "options", "hooks"), [
    ("nope", {}, ()), ("sinusoidal", {"width": 4}, ("embed",)), ("alibi", {"heads": 3}, ("bias",)),
    ("learned-absolute", {"width": 4, "length": 3}, ("embed",)), ("rope", {"head_dim": 4}, ("features",)),
])
def test_hooks_overridden(method, options, hooks):
    enc = build(method, **options)
    assert enc.method == method and enc.hooks_overridden() == hooks
    assert repr(enc).startswith(type(enc).__name__ + "(")
    assert all(f"{name}={value}" in repr(enc) for name, value in options.items())


def test_a_quantity_that_a_method_has_not_got():
    rope, alibi = build("rope", head_dim=8), build("alibi", heads=3)
    for enc, name, owners in (
            (rope, "slopes", "methods that have it: alibi"),
            (alibi, "cut_offs", "methods that have it: ntk-by-parts, yarn"),
            (build("nope"), "mscale", "methods that have it: "),
            (rope, "bucket", "methods that have it: t5-relative-bias"),
            (rope, "colour", "no method has it")):
        with pytest.raises(AttributeError) as error:
            getattr(enc, name)
        assert str(error.value).startswith(f"{enc.method} has no {name!r}; {owners}")
    assert not hasattr(rope, "slopes") and hasattr(alibi, "slopes")


def test_only_who_reads_the_sentence_pays_for_it(monkeypatch):
    """Code that asks whether a method has something asks often."""
    rope = build("rope", head_dim=8)
    monkeypatch.setattr(base, "_subclasses", lambda _: pytest.fail("all methods were looked through"))
    assert not hasattr(rope, "slopes") and getattr(rope, "slopes", 1) == 1


def test_defaults_are_the_papers():
    assert build("rope", head_dim=4).options() == {"head_dim": 4, "base": 10000.0, "pairing": "interleaved"}
    assert build("sinusoidal", width=4).options() == {"width": 4, "layout": "interleaved", "base": 10000.0}
    assert build("alibi", heads=3).options() == {"heads": 3, "symmetric": False, "slope_rule": "code"}
    table = build("learned-absolute", width=64, length=300).weight
    assert table.shape == (300, 64) and table.requires_grad
    assert abs(table.mean().item()) < 1e-3 and abs(table.std().item() - 0.01) < 1e-3


def test_learned_rows_alone_are_trained():
    enc = build("learned-absolute", width=3, length=5)
    enc.embed(torch.zeros(2, 2, 3), [4, 1]).sum().backward()
    assert enc.weight.grad.sum(-1).tolist() == [0.0, 6.0, 0.0, 0.0, 6.0]


def test_positions_in_any_form():
    rope, x = build("rope", head_dim=4), torch.randn(2, 3, 4, dtype=torch.float64)
    expected = rope.rotate(x, torch.tensor([5, 0, 9]))
    whole, real = torch.tensor([5, 0, 9], dtype=torch.int32), torch.tensor([5.0, 0.0, 9.0])
    for positions in ([5, 0, 9], (5.0, 0.0, 9.0), whole, whole.numpy(), real, real.double()):
        assert torch.equal(rope.rotate(x, positions), expected)
    table = build("sinusoidal", width=4).table
    assert table(7).shape == (4,) and table([[1, 2, 3]]).shape == (1, 3, 4) and table([]).shape == (0, 4)


def test_hooks_are_documented_in_one_place():
    assert all(getattr(PositionEncoding, hook).__doc__ for hook in HOOKS)


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "").split(".")[0]


STANDARD = set(sys.stdlib_module_names)


@pytest.mark.parametrize("path", ENCODINGS, ids=lambda p: p.stem)
def test_an_encoding_imports_torch_and_base_alone_and_fits_a_screen(path):
    assert all(name == "torch" or name.startswith(".") for name in set(imports(path)) - STANDARD)
    text = path.read_text()
    assert len(text.splitlines()) <= 150
    assert all(f"\n{part} " in text for part in ("Shapes", "Units", "Dtype", "Errors", "Source", "In code"))


def test_base_imports_torch_alone():
    assert set(imports(ROOT / "encodings" / "base.py")) - STANDARD == {"torch"}


@pytest.mark.parametrize("path", ORACLES, ids=lambda p: p.stem)
def test_an_oracle_imports_numpy_and_other_oracles_alone(path):
    assert {name for name in set(imports(path)) - STANDARD if not name.startswith(".")} <= {"numpy"}


def test_every_method_has_an_oracle():
    assert {p.stem for p in ORACLES} == {m.replace("-", "_") for m in available()} | {"plain"}


LIFTED = {
    "alibi": "Alibi(3).bias(*[torch.zeros(3, 2, 4)] * 2, ctx)[2].tolist() == [[0, 0.25], [-0.25, 0]]",
    "learned_absolute": "LearnedAbsolute(4, 6).embed(torch.zeros(2, 4), [5, 1]).shape == (2, 4)",
    "nope": "Nope().weights(torch.zeros(1, 2, 2), ctx).tolist() == [[[0.5, 0.5], [0.5, 0.5]]]",
    "rope": "Rope(4).features(torch.ones(1, 2, 4), [0, 0], 'query').tolist() == [[[1.0] * 4] * 2]",
    "sinusoidal": "Sinusoidal(4).embed(torch.zeros(1, 4), [0]).tolist() == [[0.0, 1.0, 0.0, 1.0]]",
}


def _lift(path, home):
    """The file, the files that it imports by relative names, and base.py, in an empty package."""
    shutil.copytree(ROOT / "encodings", home, ignore=lambda folder, names: [
        name for name in names if name.endswith(".py") and Path(folder, name) not in closure(path)])
    shutil.rmtree(home / "__pycache__", ignore_errors=True)


@functools.cache
def closure(path):
    return frozenset(with_imports(path)) | {ROOT / "encodings" / "base.py"}


def test_every_encoding_can_be_taken_out(tmp_path):
    """Each with base.py and what it descends from, in a package of its own, with nothing of this one at hand."""
    lines = ["import sys, torch", "from types import SimpleNamespace", "p = torch.arange(2)",
             "ctx = SimpleNamespace(q_positions=p, k_positions=p, allowed=None, offsets=lambda: p[:, None] - p)"]
    for path in ENCODINGS:
        _lift(path, tmp_path / f"lifted_{path.stem}")
        method = path.stem.replace("_", "-")
        name = type(build(method, **STANDARD_BUILDS[method][0])).__name__
        lines.append(f"from lifted_{path.stem}.{path.parent.name}.{path.stem} import {name}")
        for options in STANDARD_BUILDS[method]:
            lines.append(f"assert {name}(**{dict(options)!r}).options()")
        if path.stem in LIFTED:
            lines.append(f"assert {LIFTED[path.stem]}")
    lines.append("assert 'posatlas' not in sys.modules")
    program = "\n".join(lines).replace("assert Nope(**{}).options()", "assert not Nope().options()")
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode()


def test_module_order_of_import_does_not_matter():
    for path in ENCODINGS:
        name = ".".join(("posatlas", "reference_impl", *path.relative_to(ROOT).with_suffix("").parts))
        assert any(issubclass(c, PositionEncoding) and c is not PositionEncoding
                   for c in vars(importlib.import_module(name)).values() if isinstance(c, type))


def test_any_object_with_the_fields_serves_as_context():
    enc, p = build("alibi", heads=3), torch.arange(2)
    zero, ctx = torch.zeros(3, 2, 4), SimpleNamespace(q_positions=p, k_positions=p, allowed=None)
    assert enc.bias(zero, zero, ctx).shape == (3, 2, 2)
