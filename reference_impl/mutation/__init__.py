"""Mutants of the implementations, run against the claims: a check that no mistake can break proves nothing."""
from posatlas.reference_impl.mutation.mutants import Mutant, mutants_of
from posatlas.reference_impl.mutation.running import Result, run_method

__all__ = ["Mutant", "Result", "mutants_of", "run_method"]
