"""Names, hooks and files: what a reader can rely on to build an encoding or to take one away."""
import ast
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
from posatlas.reference_impl.encodings.base import HOOKS, PositionEncoding

ROOT = Path(package.__file__).parent
ENCODINGS = sorted(p for p in ROOT.glob("encodings/*/*.py") if p.name != "__init__.py")
ORACLES = sorted(p for p in ROOT.glob("oracles/*.py") if p.name != "__init__.py")


def test_every_method_runs():
    assert available() == ("alibi", "learned-absolute", "nope", "rope", "sinusoidal")


@pytest.mark.parametrize(("call", "words"), [
    (lambda: build("rop", head_dim=8), ["no method 'rop' runs; did you mean 'rope'? Methods that run"]),
    (lambda: build("zzz"), ["no method 'zzz' runs. Methods that run: alibi, learned-absolute, nope, rope,"]),
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
            (alibi, "inverse_frequencies", "methods that have it: rope, sinusoidal"),
            (build("nope"), "table", "methods that have it: learned-absolute, sinusoidal"),
            (rope, "heads", "methods that have it: alibi"),
            (rope, "colour", "no method has it")):
        with pytest.raises(AttributeError) as error:
            getattr(enc, name)
        assert str(error.value) == f"{enc.method} has no {name!r}; {owners}"
    assert not hasattr(rope, "slopes") and hasattr(alibi, "slopes")


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
    assert set(imports(path)) - STANDARD <= {"torch", "..base"}
    text = path.read_text()
    assert len(text.splitlines()) <= 150
    assert all(f"\n{part} " in text for part in ("Shapes", "Units", "Dtype", "Errors", "Source", "In code"))


def test_base_imports_torch_alone():
    assert set(imports(ROOT / "encodings" / "base.py")) - STANDARD == {"torch"}


@pytest.mark.parametrize("path", ORACLES, ids=lambda p: p.stem)
def test_an_oracle_imports_numpy_alone(path):
    assert set(imports(path)) - STANDARD <= {"numpy"}


def test_every_method_but_nope_has_an_oracle():
    assert {p.stem for p in ORACLES} == {m.replace("-", "_") for m in available()} - {"nope"}


LIFTED = {
    "alibi": "Alibi(3).bias(*[torch.zeros(3, 2, 4)] * 2, ctx)[2].tolist() == [[0, 0.25], [-0.25, 0]]",
    "learned_absolute": "LearnedAbsolute(4, 6).embed(torch.zeros(2, 4), [5, 1]).shape == (2, 4)",
    "nope": "Nope().weights(torch.zeros(1, 2, 2), ctx).tolist() == [[[0.5, 0.5], [0.5, 0.5]]]",
    "rope": "Rope(4).features(torch.ones(1, 2, 4), [0, 0], 'query').tolist() == [[[1.0] * 4] * 2]",
    "sinusoidal": "Sinusoidal(4).embed(torch.zeros(1, 4), [0]).tolist() == [[0.0, 1.0, 0.0, 1.0]]",
}


@pytest.mark.parametrize("path", ENCODINGS, ids=lambda p: p.stem)
def test_an_encoding_can_be_taken_out(path, tmp_path):
    """Its file and base.py, in an empty package, with nothing of this one at hand."""
    folder = tmp_path / "lifted" / "family"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "encodings" / "base.py", tmp_path / "lifted")
    shutil.copy(path, folder)
    program = (
        f"import sys, torch; from types import SimpleNamespace; from lifted.family.{path.stem} import *; "
        "p = torch.arange(2); ctx = SimpleNamespace(q_positions=p, k_positions=p, allowed=None); "
        f"assert {LIFTED[path.stem]}; assert 'posatlas' not in sys.modules")
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, timeout=60)
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
