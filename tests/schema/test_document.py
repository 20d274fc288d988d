"""Which places of a document lie in a section."""

import pytest

from posatlas.schema import Text
from posatlas.schema.document import Section

SECTION = Section(name="技術原理", slug="principles", title=Text(**{"zh-Hant": "技術原理", "en": "How it works"}))


@pytest.mark.parametrize("place", ["技術原理", "技術原理 / ALiBi", "技術原理（表）"])
def test_a_section_holds_its_parts(place: str) -> None:
    assert SECTION.holds(place)


@pytest.mark.parametrize("place", ["技術原理圖", "技術", "第二節 技術原理", ""])
def test_a_section_whose_name_begins_alike_is_another(place: str) -> None:
    assert not SECTION.holds(place)
