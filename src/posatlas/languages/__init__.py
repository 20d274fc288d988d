"""Languages: deriving Simplified Chinese, protected spans, the term list and checks of text.

`to_zh_hans(text)` turns Traditional Chinese as written in Taiwan into Simplified Chinese as written on the
mainland. Nothing here is loaded by `import posatlas`; the converter's dictionaries are read on first use.
"""

from .conversion import MissingConverter, to_zh_hans, tw2s, unfold
from .spans import Span, mask, protected_spans
from .terms import Term, term_list

__all__ = [
    "MissingConverter",
    "Span",
    "Term",
    "mask",
    "protected_spans",
    "term_list",
    "to_zh_hans",
    "tw2s",
    "unfold",
]
