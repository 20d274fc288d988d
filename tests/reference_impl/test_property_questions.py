"""What a property may be asked: builds as the constructors take them, and questions that have an answer."""

import inspect

import pytest

from posatlas.reference_impl import build, registry
from posatlas.reference_impl.encodings.base import HOOKS
from posatlas.reference_impl.encodings.rotary.rope import Rope
from posatlas.reference_impl.properties import NotMeasurable, measure
from posatlas.schema.properties import BUILDS, PROPERTIES

ROPE = {"head_dim": 24}


def test_builds_declare_the_constructors():
    assert set(BUILDS) == set(registry.CLASSES)
    for method, options in BUILDS.items():
        parameters = inspect.signature(registry.CLASSES[method]).parameters
        assert set(options) == set(parameters)
        for name, option in options.items():
            assert option.required == (parameters[name].default is inspect.Parameter.empty), (method, name)
            assert option.required or option.default == parameters[name].default, (method, name)


def test_declared_hooks_are_those_of_the_base_class():
    assert PROPERTIES["enters_at"].arguments["hooks"].choices == HOOKS


def test_a_malformed_question_is_a_sentence():
    with pytest.raises(ValueError, match="slopes_equal cannot be asked of rope"):
        measure("slopes_equal", build("rope", **ROPE), ROPE, {"formula": "1"})
    with pytest.raises(ValueError, match="not a declared property"):
        measure("slopes", build("rope", **ROPE), ROPE, {})


def test_a_question_without_an_answer():
    still = type("Still", (Rope,), {"rotate": lambda self, x, positions, role="query": x})
    with pytest.raises(NotMeasurable, match="channels do not mix in pairs"):
        measure("is_complex_multiplication", still(**ROPE), ROPE, {"position": 5})
