"""No encoding at all."""
