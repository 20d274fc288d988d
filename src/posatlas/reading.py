"""Reading YAML safely with libyaml: nodes keep line and column; bad input becomes findings, never a traceback."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.reader import ReaderError

from posatlas.bounded import TooLarge, may_be_deep, read_bounded
from posatlas.findings import Finding

try:
    from yaml._yaml import CParser
except ImportError:  # PyYAML built without libyaml: slower, same marks
    CParser = None  # type: ignore[assignment,misc]

SIZE_LIMIT = 512 * 1024
DEPTH_LIMIT = 40
ALIAS_LIMIT = 0
LONGEST_LINE = 400
_TOO_DEEP = (
    f"Values are nested more than {DEPTH_LIMIT} deep.",
    "Flatten the value; no field of an entity is nested deeper than six.",
)
MOST_MISTAKES = 100  # of one file; each costs a search of the file, and nobody reads thousands

_STRING, _NULL = "tag:yaml.org,2002:str", "tag:yaml.org,2002:null"
_DATE = "tag:yaml.org,2002:timestamp"
_MAPPING, _SEQUENCE = "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"
_WORDS = "yYnNtTfFoO"  # first letters of words that YAML reads as truth values or null
_BOOLEANS = {"true": True, "false": False}
_TYPED = "0123456789-+.~<="  # first characters of what YAML may read as number, date, null or merge
_GUESSED = frozenset(_WORDS) | frozenset(_TYPED) | {""}
_USUAL_FLOAT = re.compile(r"[-+]?[0-9]+\.[0-9]*([eE][-+][0-9]+)?\Z")
_GUESSED_WORDS = frozenset("y n yes no on off true false null".split())
_PLAIN_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,99})\Z")  # longer ones are no count of anything
_MONTH_OR_DAY = re.compile(r"[0-9]{4}-[0-9]{2}(-[0-9]{2})?\Z")
_FORBIDDEN = re.compile("[\u2028-\u202e\u2066-\u2069\u200b-\u200f\u2060\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u0085]")
_HARMLESS = bytes(set(range(256)) - {*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F, 0xC2, 0xE2})

if CParser is not None:

    class _Loader(CParser):
        """libyaml without guesses: what plain text means is decided where its value is taken, once."""

        # Called for every node, with two arguments and with none, for path resolvers that nobody uses here.
        descend_resolver = operator.is_
        ascend_resolver = tuple

        @staticmethod
        def resolve(kind: type[Node], value: str | None, implicit: Any) -> str:
            return _DEFAULT_TAGS[kind]

else:

    class _Loader(yaml.SafeLoader):  # type: ignore[no-redef]
        """The safe loader without guesses."""

        def resolve(self, kind: type[Node], value: str | None, implicit: Any) -> str:
            return _DEFAULT_TAGS[kind]


_DEFAULT_TAGS = {ScalarNode: _STRING, MappingNode: _MAPPING, SequenceNode: _SEQUENCE}
_TYPES = yaml.SafeLoader("")


@dataclass(slots=True)
class Source:
    """A YAML file that was read: its text, its value, and in `keys` the keys of the outermost mapping.

    `untidy` says that blanks, line ends or a long line need a look: seen while reading, when it costs least.
    Nodes are not kept, for they are most of the memory; where a position is asked for, the text is composed again.
    """

    path: str
    text: str
    value: Any
    nulls: bool = False
    keys: tuple[str, ...] = ()
    untidy: bool = False
    _node: Node | None = None
    _lines: list[str] | None = None

    def release(self) -> None:
        """Forget the plain value, once an entity is made of it; the keys are kept."""
        self.keys = tuple(self.value)
        self.value = None

    def line(self, number: int) -> str:
        """Line by 1-based number, for excerpts."""
        if self._lines is None:
            self._lines = self.text.splitlines()
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""

    def position(self, location: tuple[Any, ...], of_key: bool = False) -> tuple[int, int]:
        """1-based line and column of a value (or of its key); of the nearest enclosing value if it is missing."""
        if self._node is None and self.text:
            self._node = _Loader(self.text).get_single_node()
        node: Node | None = self._node
        if node is None:
            return 1, 1
        mark = node.start_mark
        for depth, step in enumerate(location):
            found = None
            if isinstance(node, MappingNode):
                for key, value in node.value:
                    if key.value == step:
                        last = depth == len(location) - 1
                        mark = key.start_mark if of_key and last else value.start_mark
                        found = value
                        break
            elif isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.value):
                found = node.value[step]
                mark = found.start_mark
            node = found  # none where it is missing: the place stays that of what is around it
        return mark.line + 1, mark.column + 1

    def find(self, location: tuple[Any, ...], fragment: str) -> tuple[int, int]:
        """1-based line and column of a fragment inside a value; of the value where folding tore the fragment."""
        line, column = self.position(location)
        lines = self.text.splitlines()
        for number in range(line, len(lines) + 1):
            start = column - 1 if number == line else 0
            if number > line and lines[number - 1].strip() and lines[number - 1][0] not in " -":
                break  # another field, or a comment between two
            place = lines[number - 1].find(fragment, start) if fragment else -1
            if place >= 0:
                return number, place + 1
        return line, column

    def finding(
        self,
        location: tuple[Any, ...],
        code: str,
        message: str,
        hint: str = "",
        severity: str = "error",
        of_key: bool = False,
    ) -> Finding:
        """A finding at the place of a value."""
        line, column = self.position(location, of_key)
        return Finding(self.path, line, column, severity, code, message, hint, self.line(line))  # type: ignore[arg-type]


class Unreadable(Exception):
    """A file that gives no value; carries its findings."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__(findings[0].message)
        self.findings = findings


def read(path: str | Path, shown: str, nulls: bool = False) -> Source:
    """Read one file into plain values; `shown` is the path in messages. Raises Unreadable.

    `nulls` allows values that are missing, which become None.
    """
    return read_content(_bytes(path, shown), shown, nulls)


def read_content(raw: bytes, shown: str, nulls: bool = False) -> Source:
    """What a file holds, as `read` gives it. Raises Unreadable."""
    text = _decode(raw, shown)
    try:
        if CParser is None or may_be_deep(raw):  # without libyaml each level of nesting costs a level of the stack
            _guard_depth_and_aliases(text, shown)
        node = _Loader(raw).get_single_node()
    except yaml.MarkedYAMLError as error:
        raise Unreadable(_syntax_finding(error, text, shown)) from None
    except ReaderError as error:
        raise Unreadable(_character_finding(error, text, shown)) from None
    if node is None:
        message = "The file is empty; an entity is a mapping of fields."
        raise Unreadable(Finding(shown, 1, 1, "error", "yaml/empty", message, "Write the fields, or delete the file."))
    problems: list[Finding] = []
    source = Source(shown, text, None, nulls, untidy=_untidy(raw, text))
    source.value = _value(node, source, problems)
    if problems:
        raise Unreadable(*problems)
    return source


def _bytes(path: str | Path, shown: str) -> bytes:
    try:
        return read_bounded(path, SIZE_LIMIT)
    except OSError as error:
        message, hint = f"The file cannot be read: {error.strerror or error}.", "Check the path."
        raise Unreadable(Finding(shown, 1, 1, "error", "yaml/unreadable", message, hint)) from None
    except TooLarge:
        message = f"The file has more than {SIZE_LIMIT:,} bytes, the limit."
        hint = "Split the entity, or move long data out of kb/."
        raise Unreadable(Finding(shown, 1, 1, "error", "yaml/oversize", message, hint)) from None


def _decode(raw: bytes, shown: str) -> str:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        message = f"Byte 0x{raw[error.start]:02x} is not UTF-8."
        raise Unreadable(
            Finding(shown, line, column, "error", "yaml/encoding", message, "Save the file as UTF-8 without BOM.")
        ) from None
    # Forbidden characters begin in UTF-8 with one of the bytes that are kept here, or are the byte-order mark.
    match = _FORBIDDEN.search(text) if raw.translate(None, _HARMLESS) or "\ufeff" in text else None
    if match:
        raise Unreadable(_refused_character(text, match.start(), shown))
    return text


def _refused_character(text: str, place: int, shown: str) -> Finding:
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    name = f"U+{ord(text[place]):04X}"
    message = f"Character {name} is not allowed: control, direction and zero-width characters hide what is written."
    return _at(shown, text, line, column, "yaml/character", message, f"Delete {name}.")


def _character_finding(error: ReaderError, text: str, shown: str) -> Finding:
    """The finding about a character that YAML itself refuses, such as one that stands for nothing."""
    refused = error.character if isinstance(error.character, int) else ord(error.character)
    return _refused_character(text, max(text.find(chr(refused)), 0), shown)


def _untidy(raw: bytes, text: str) -> bool:
    """Whether blanks end a line, the file ends oddly, or a line may be longer than allowed."""
    if raw[-1:] != b"\n" or raw[-2:] == b"\n\n" or b" \n" in raw or b"\r" in raw or b"\t" in raw:
        return True
    # A longer line covers one of these stretches whole, and then no line feed is in it.
    step = LONGEST_LINE // 2
    for start in range(0, len(text) - step + 1, step):
        if text.find("\n", start, start + step) < 0:
            return True
    return False


def _guard_depth_and_aliases(text: str, shown: str) -> None:
    """Refuse deep nesting and aliases before nodes are built. Raises Unreadable, and YAMLError as reading does."""
    depth, aliases = 0, 0
    parser = _Loader(text)
    while (event := parser.get_event()) is not None and not isinstance(event, yaml.StreamEndEvent):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            aliases += 1
        mark: Any = event.start_mark
        if depth > DEPTH_LIMIT:
            raise Unreadable(_at(shown, text, mark.line + 1, mark.column + 1, "yaml/depth", *_TOO_DEEP))
        if aliases > ALIAS_LIMIT:
            message = "An alias (*name) repeats another value; aliases are not used here."
            raise Unreadable(
                _at(shown, text, mark.line + 1, mark.column + 1, "yaml/alias", message, "Write the value out.")
            )


def _at(path: str, text: str, line: int, column: int, code: str, message: str, hint: str = "") -> Finding:
    lines = text.splitlines()
    excerpt = lines[line - 1] if 0 < line <= len(lines) else ""
    return Finding(path, line, column, "error", code, message, hint, excerpt)


def _syntax_finding(error: yaml.MarkedYAMLError, text: str, shown: str) -> Finding:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    lines = text.splitlines()
    excerpt = lines[line - 1] if 0 < line <= len(lines) else ""
    problem = error.problem or "the YAML is malformed"
    if "\t" in excerpt[: column + 1] and ("token" in problem or "tab" in problem):
        return Finding(
            shown,
            line,
            column,
            "error",
            "yaml/tab",
            "A tab stands where YAML wants spaces.",
            "Indent with two spaces.",
            excerpt,
        )
    if "nesting depth" in problem:
        return Finding(shown, line, column, "error", "yaml/depth", *_TOO_DEEP, excerpt)
    context = f" ({error.context})" if error.context else ""
    hint = "Quote the text if it begins with a sign or contains ': ' or ' #'; check the indentation."
    if "quoted scalar" in context:
        opened = f"line {error.context_mark.line + 1}" if error.context_mark else "it"
        hint = f"Close the quotation mark that was opened in {opened}, and write a backslash in double quotes twice."
    elif "another document" in problem:
        hint = "Delete the line ---, and put a second entity into a file of its own."
    elif "while parsing a flow" in context:
        hint += f" Close the {'{' if 'mapping' in context else '['} that was opened, and put commas between its parts."
    return Finding(shown, line, column, "error", "yaml/syntax", f"YAML: {problem}{context}.", hint, excerpt)


def _value(node: Node, source: Source, problems: list[Finding], depth: int = 0) -> Any:
    """Plain value of a node; dates stay strings, numbers are decimal, keys are strings and unique."""
    if isinstance(node, ScalarNode):
        text: str = node.value
        if node.tag == _STRING:
            if node.style or (text and text[0] not in _TYPED and (len(text) > 5 or text[0] not in _WORDS)):
                return text
            return _plain_scalar(node, source, problems)
        return _refuse(node, source, problems)
    if depth == DEPTH_LIMIT:
        return _add(problems, source, node, "yaml/depth", *_TOO_DEEP)
    if isinstance(node, MappingNode):
        if node.tag != _MAPPING:
            return _refuse(node, source, problems)
        result: dict[str, Any] = {}
        for key, value in node.value:
            name = key.value
            if type(key) is not ScalarNode or key.tag != _STRING:
                _add(problems, source, key, "yaml/key", "A key is not a plain string.", "Use a word as the key.")
            elif name in result:
                message = f'Key "{name}" stands twice; the second would silently replace the first.'
                _add(problems, source, key, "yaml/duplicate-key", message, "Delete one of the two.")
            elif (
                type(value) is ScalarNode and value.tag == _STRING and (value.style or value.value[:1] not in _GUESSED)
            ):
                result[name] = value.value  # most values: text that YAML reads as text
            else:
                result[name] = _value(value, source, problems, depth + 1)
        return result
    if node.tag != _SEQUENCE:
        return _refuse(node, source, problems)
    return [
        item.value
        if type(item) is ScalarNode and item.tag == _STRING and (item.style or item.value[:1] not in _GUESSED)
        else _value(item, source, problems, depth + 1)
        for item in node.value
    ]


def _plain_scalar(node: ScalarNode, source: Source, problems: list[Finding]) -> Any:
    """Value of an unquoted scalar that YAML may read as something else than text."""
    text = node.value
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    if text.isalpha():
        if text.lower() not in _GUESSED_WORDS:
            return text
    elif _PLAIN_INTEGER.match(text):
        return int(text)
    elif _MONTH_OR_DAY.match(text):
        return text
    elif _USUAL_FLOAT.match(text):
        return float(text)
    if text == "null" and source.nulls:
        return None
    tag = str(_TYPES.resolve(ScalarNode, text, (True, False)))  # type: ignore[no-untyped-call]
    if tag == _STRING or tag == _DATE:
        return text
    if tag == _NULL:
        message, hint = "A value is missing after the colon.", "Write the value, or delete the key."
        if "{" in source.line(node.start_mark.line + 1)[: node.start_mark.column]:
            message = "A key without a value stands inside { }: a comma there ends the text before it."
            hint = "Put text that contains a comma in quotes."
        _add(problems, source, node, "yaml/null", message, hint)
        return None
    message = f'"{text}" is read by YAML as {tag.rpartition(":")[2]}, in a form that is not used here.'
    hint = "Write true or false for yes or no, plain decimal numbers, or put text in quotes."
    _add(problems, source, node, "yaml/scalar", message, hint)
    return None


def _refuse(node: Node, source: Source, problems: list[Finding]) -> None:
    _add(problems, source, node, "yaml/tag", f"Tag {node.tag} is not allowed.", "Delete the tag.")


def _add(problems: list[Finding], source: Source, node: Node, code: str, message: str, hint: str) -> None:
    if len(problems) >= MOST_MISTAKES:
        return
    line = node.start_mark.line + 1
    problems.append(
        Finding(source.path, line, node.start_mark.column + 1, "error", code, message, hint, source.line(line))
    )
