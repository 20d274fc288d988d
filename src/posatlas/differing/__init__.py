"""What differs between two states of the knowledge base, in terms of its data and not of its lines."""

from posatlas.differing.changes import DataDiff, compare
from posatlas.differing.reports import changelog, report
from posatlas.differing.revisions import RevisionError, at_revision
from posatlas.differing.snapshot import Snapshot, snapshot

__all__ = ["DataDiff", "RevisionError", "Snapshot", "at_revision", "changelog", "compare", "report", "snapshot"]
