"""Laws: what every encoding must do, whatever its method, run over every method, build and dtype.

Where a law truly fails for a method, the method's entry declares it with a claim, and the failure is checked.
"""
from posatlas.reference_impl.laws import batches, caching, precision, shapes, state, tokens, values
from posatlas.reference_impl.laws.law import LAWS, Law, Outcome, outcome
from posatlas.reference_impl.laws.subject import Subject, subjects

__all__ = ["LAWS", "Law", "Outcome", "Subject", "outcome", "subjects"]

_MODULES = (batches, caching, precision, shapes, state, tokens, values)
