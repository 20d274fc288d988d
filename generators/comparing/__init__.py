"""Methods side by side: what each is in every dimension, and what bears that out. All of it is computed."""

from __future__ import annotations

from posatlas.generators.comparing.as_csv import as_csv
from posatlas.generators.comparing.table import Cell, MethodTable, method_table

__all__ = ["Cell", "MethodTable", "as_csv", "method_table"]
