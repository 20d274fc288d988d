"""Reference implementations of position encodings: what the claims of the atlas run against."""
from .attention import attend, logits, self_attention
from .context import Context
from .registry import available, build

__all__ = ["Context", "attend", "available", "build", "logits", "self_attention"]
