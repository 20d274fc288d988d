"""The closed table of methods that run: an id of the atlas in, an encoding out."""
from __future__ import annotations

import inspect
from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from .encodings.absolute.cape import Cape
from .encodings.absolute.complex_word_order import ComplexWordOrder
from .encodings.absolute.learnable_fourier import LearnableFourier
from .encodings.absolute.learned_absolute import LearnedAbsolute
from .encodings.absolute.learned_row_interpolation import LearnedRowInterpolation
from .encodings.absolute.random_fourier_features import RandomFourierFeatures
from .encodings.absolute.randomized_pe import RandomizedPe
from .encodings.absolute.scaled_sinusoidal import ScaledSinusoidal
from .encodings.absolute.shape import Shape
from .encodings.absolute.sinusoidal import Sinusoidal
from .encodings.absolute.sinusoidal_2d import Sinusoidal2d
from .encodings.absolute.universal_transformer_coordinate import UniversalTransformerCoordinate
from .encodings.base import PositionEncoding
from .encodings.bias.alibi import Alibi
from .encodings.bias.cope_contextual import CopeContextual
from .encodings.bias.deberta_disentangled import DebertaDisentangled
from .encodings.bias.dynamic_position_bias import DynamicPositionBias
from .encodings.bias.fire import Fire
from .encodings.bias.fox import Fox
from .encodings.bias.kerple import Kerple
from .encodings.bias.music_transformer_skew import MusicTransformerSkew
from .encodings.bias.sandwich import Sandwich
from .encodings.bias.shaw_relative import ShawRelative
from .encodings.bias.swin_bias import SwinBias
from .encodings.bias.swinv2_log_cpb import Swinv2LogCpb
from .encodings.bias.t5_relative_bias import T5RelativeBias
from .encodings.bias.tisa import Tisa
from .encodings.bias.transformer_xl_relative import TransformerXlRelative
from .encodings.extension.dynamic_ntk import DynamicNtk
from .encodings.extension.llama3_rope import Llama3Rope
from .encodings.extension.llama4_temperature import Llama4Temperature
from .encodings.extension.logn_attention_scaling import LognAttentionScaling
from .encodings.extension.longrope import Longrope
from .encodings.extension.ntk_aware import NtkAware
from .encodings.extension.ntk_by_parts import NtkByParts
from .encodings.extension.position_interpolation import PositionInterpolation
from .encodings.extension.yarn import Yarn
from .encodings.extension.yarn_deepseek import YarnDeepseek
from .encodings.none.nope import Nope
from .encodings.none.nope_rope_hybrid import NopeRopeHybrid
from .encodings.none.retnet_decay import RetnetDecay
from .encodings.remapping.dual_chunk_attention import DualChunkAttention
from .encodings.remapping.leaky_rerope import LeakyRerope
from .encodings.remapping.lm_infinite import LmInfinite
from .encodings.remapping.rerope import Rerope
from .encodings.remapping.self_extend import SelfExtend
from .encodings.remapping.streaming_llm import StreamingLlm
from .encodings.rotary.fope import Fope
from .encodings.rotary.interleaved_mrope import InterleavedMrope
from .encodings.rotary.mrope import Mrope
from .encodings.rotary.p_rope import PRope
from .encodings.rotary.pope_polar import PopePolar
from .encodings.rotary.proportional_rope import ProportionalRope
from .encodings.rotary.rope import Rope
from .encodings.rotary.rope_2d import Rope2d
from .encodings.rotary.rope_abf import RopeAbf
from .encodings.rotary.rope_axial_2d import RopeAxial2d
from .encodings.rotary.rope_mixed import RopeMixed
from .encodings.rotary.rope_mla_decoupled import RopeMlaDecoupled
from .encodings.rotary.rope_partial import RopePartial
from .encodings.rotary.xpos import Xpos

_CLASSES: tuple[type[PositionEncoding], ...] = (
    Alibi, Cape, ComplexWordOrder, CopeContextual, DebertaDisentangled, DualChunkAttention, DynamicNtk,
    DynamicPositionBias, Fire, Fope, Fox, InterleavedMrope, Kerple, LeakyRerope, LearnableFourier,
    LearnedAbsolute, LearnedRowInterpolation, Llama3Rope, Llama4Temperature, LmInfinite, LognAttentionScaling,
    Longrope, Mrope, MusicTransformerSkew, Nope, NopeRopeHybrid, NtkAware, NtkByParts, PRope, PopePolar,
    PositionInterpolation, ProportionalRope, RandomFourierFeatures, RandomizedPe, Rerope, RetnetDecay, Rope,
    Rope2d, RopeAbf, RopeAxial2d, RopeMixed, RopeMlaDecoupled, RopePartial, Sandwich, ScaledSinusoidal,
    SelfExtend, Shape, ShawRelative, Sinusoidal, Sinusoidal2d, StreamingLlm, SwinBias, Swinv2LogCpb,
    T5RelativeBias, Tisa, TransformerXlRelative, UniversalTransformerCoordinate, Xpos, Yarn, YarnDeepseek,
)
CLASSES: Mapping[str, type[PositionEncoding]] = MappingProxyType(
    {cls.method: cls for cls in sorted(_CLASSES, key=lambda cls: cls.method)})


def available() -> tuple[str, ...]:
    """The ids of the methods that run."""
    return tuple(CLASSES)


def build(method: str, /, **options: Any) -> PositionEncoding:
    """The encoding `method` with these options; a ValueError names what is unknown or missing."""
    if method not in CLASSES:
        near = get_close_matches(str(method), CLASSES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise ValueError(f"no method {method!r} runs{hint} Methods that run: {', '.join(CLASSES)}")
    known = inspect.signature(CLASSES[method]).parameters
    unknown = sorted(set(options) - set(known))
    if unknown:
        raise ValueError(f"{method} has no option {', '.join(unknown)}; its options: {_listed(known)}")
    missing = [name for name, p in known.items() if p.default is p.empty and name not in options]
    if missing:
        raise ValueError(f"{method} needs {', '.join(missing)}; its options: {_listed(known)}")
    return CLASSES[method](**options)


def _listed(parameters: Mapping[str, inspect.Parameter]) -> str:
    named = (n if p.default is p.empty else f"{n}={p.default!r}" for n, p in parameters.items())
    return ", ".join(named) or "none"
