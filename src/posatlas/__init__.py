"""Position encodings of Transformers: a knowledge base whose statements can be run.

>>> import posatlas
>>> atlas = posatlas.load()
>>> atlas["alibi"].name.en
'ALiBi (Attention with Linear Biases)'
"""

from posatlas.atlas import Atlas, InvalidKnowledgeBase, UnknownEntity, load

__all__ = ["Atlas", "InvalidKnowledgeBase", "UnknownEntity", "__version__", "load"]
__version__ = "0.1.0"
