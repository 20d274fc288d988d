"""The writing of recorded files, under the name that modules below laws/ and mutation/ import it by.

The sources of those modules are part of the keys of evidence: to import it from elsewhere there would make records
stale.
"""

from posatlas.writing import replace_file

__all__ = ["replace_file"]
