"""Position encodings of Transformers: a knowledge base whose statements can be run.

>>> import posatlas
>>> atlas = posatlas.load()
>>> atlas["alibi"].name.en
'ALiBi (Attention with Linear Biases)'
"""

from posatlas.atlas import Atlas, InvalidKnowledgeBase, UnknownEntity, load

__all__ = ["Atlas", "InvalidKnowledgeBase", "UnknownEntity", "__data_version__", "__version__", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> str:
    """`__data_version__`: the version that the packaged knowledge base declares, read when it is asked for."""
    if name == "__data_version__":
        from posatlas.versions import declared_version

        return declared_version()
    raise AttributeError(f'module "posatlas" has no attribute "{name}"')
