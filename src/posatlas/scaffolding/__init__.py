"""Beginning a new entity: its file with every field explained, and for a method the stubs of its code."""

from posatlas.scaffolding.beginning import NewFile, begun, written
from posatlas.scaffolding.skeleton import Given, Question, questions

__all__ = ["Given", "NewFile", "Question", "begun", "questions", "written"]
