"""Mending what `posatlas validate` finds, where one right form follows from the wrong one."""

from posatlas.mending.files import MENDABLE, Mended, mend

__all__ = ["MENDABLE", "Mended", "mend"]
