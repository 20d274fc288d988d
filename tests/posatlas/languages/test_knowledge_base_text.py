"""Every text of the knowledge base derives to Simplified Chinese without words of Taiwan in it."""

from importlib import resources

import yaml

from posatlas.languages import to_zh_hans, unfold
from posatlas.languages.checks import check_text

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def texts(node):
    if isinstance(node, dict):
        if isinstance(node.get("zh-Hant"), str) and set(node) <= {"zh-Hant", "en", "zh-Hans"}:
            yield node["zh-Hant"]
        else:
            for value in node.values():
                yield from texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from texts(value)


def yaml_files(folder):
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from yaml_files(entry)
        elif entry.name.endswith(".yml"):
            yield entry


def test_derived_text_is_simplified_and_of_the_mainland():
    left_over = []
    count = 0
    for file in yaml_files(resources.files("posatlas").joinpath("kb")):
        for text in texts(yaml.load(file.read_text(encoding="utf-8"), Loader=LOADER)):
            count += 1
            derived = to_zh_hans(unfold(text))
            left_over += [
                (file.name, problem.message, derived[max(0, problem.offset - 5) : problem.offset + 8])
                for problem in check_text(derived, "zh-Hans")
                if problem.code in ("banned-form", "mixed-script")
            ]
    assert left_over == []
    assert count > 80
