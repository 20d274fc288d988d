"""Plots before their scripts run: tables equal to the oracles, settings of models as recorded, an index of all."""

from __future__ import annotations

import math
import re

import lxml.html
import numpy
import pytest
from pydantic import ValidationError

import posatlas
from posatlas.generators.page import Page
from posatlas.generators.pages import plots
from posatlas.generators.site import Site
from posatlas.reference_impl.oracles import (
    alibi,
    ntk_aware,
    position_interpolation,
    rope,
    t5_relative_bias,
    yarn,
)
from posatlas.schema import LANGUAGES, TrainedModel

NAMES = ("wavelengths", "alibi", "t5-buckets", "rotation")


@pytest.fixture(scope="module")
def trees(sites: dict[str, Site]) -> dict[str, dict[str, lxml.html.HtmlElement]]:
    """The HTML of the plots by language and name."""
    found: dict[str, dict[str, lxml.html.HtmlElement]] = {}
    for language, site in sites.items():
        found[language] = {}
        for page in plots.pages(site):
            body = site.render(page).split("\n---\n", 1)[1]
            found[language][page.address.split("/")[1]] = lxml.html.fromstring(f"<div>{body}</div>")
    return found


def _number(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-"))


def _columns(tree: lxml.html.HtmlElement, kind: str) -> list[list[str]]:
    rows = tree.xpath(f"//table[@data-{kind}]/tbody/tr")
    return [list(column) for column in zip(*([cell.text_content() for cell in row] for row in rows), strict=True)]


def _alike(shown: list[str], expected: numpy.ndarray) -> None:
    """Five significant digits are shown, so values agree to half a unit of the fifth."""
    numpy.testing.assert_allclose([_number(text) for text in shown], expected, rtol=5.1e-5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_plot_has_text_with_claims_settings_and_a_table(trees, sites, language: str) -> None:  # type: ignore[no-untyped-def]
    assert tuple(trees[language]) == NAMES
    for name, tree in trees[language].items():
        cited = tree.xpath("//div[@class='prose']//a[contains(@class, 'cite')]/@href")
        assert len(cited) >= 4, name
        assert tree.xpath("//form[@hidden]//input[@type='range']"), name
        assert tree.xpath("//*[@data-says]")[0].text_content().strip()
        assert not re.search(r"\{\w+\}", tree.xpath("//*[@data-says and not(@data-plot)]")[0].text_content()), name
        pictures = tree.xpath("//*[@role='img']/@aria-labelledby")
        identifiers = set(tree.xpath("//@id"))
        assert pictures and all(set(picture.split()) <= identifiers for picture in pictures)


def test_wavelengths_are_those_of_the_oracles(trees) -> None:  # type: ignore[no-untyped-def]
    base, width, factor, length = 10000, 128, 8, 4096
    options = {"head_dim": width, "base": base, "factor": factor, "original_length": length, "beta_slow": 1.0,
               "beta_fast": 32.0, "ramp": "dimension", "truncate": True}  # fmt: skip
    frequencies = [
        rope.inverse_frequencies(width, base),
        position_interpolation.inverse_frequencies(width, base, factor),
        ntk_aware.inverse_frequencies(width, base, factor),
        yarn.inverse_frequencies(options),
    ]
    for language in LANGUAGES:
        pairs, *shown, turns = _columns(trees[language]["wavelengths"], "pairs")
        assert pairs == [str(i) for i in range(width // 2)]
        for column, expected in zip(shown, frequencies, strict=True):
            _alike(column, 2 * math.pi / expected)
        _alike(turns, length * frequencies[0] / (2 * math.pi))


def test_slopes_are_those_of_the_oracle(trees) -> None:  # type: ignore[no-untyped-def]
    heads, code, paper, reach = _columns(trees["en"]["alibi"], "heads")
    assert heads == [str(h) for h in range(1, 9)]
    _alike(code, alibi.slopes(8))
    _alike(paper, alibi.slopes(8, "paper"))
    _alike(reach, math.log(100) / alibi.slopes(8))


def test_every_offset_is_in_the_row_of_its_bucket(trees) -> None:  # type: ignore[no-untyped-def]
    numbers, ranges, _ = _columns(trees["en"]["t5-buckets"], "buckets")
    assert [int(number) for number in numbers] == list(range(32))
    limits = [[int(part) for part in re.findall(r"\d+", text)] for text in ranges]
    assert ranges[0] == "0 and below" and ranges[31] == "113 and above"
    for offset in range(1, 113):
        row = limits[t5_relative_bias.bucket(offset)]
        assert row[0] <= offset <= row[-1]


def test_the_product_stays_as_both_positions_shift(trees) -> None:  # type: ignore[no-untyped-def]
    query, key, _, _, between, product = _columns(trees["en"]["rotation"], "shifts")
    assert [int(m) - int(n) for m, n in zip(query, key, strict=True)] == [3] * 6
    angle = 3 * 0.3 + math.radians(40)  # offset times frequency, and the angle before turning
    assert {round(_number(text), 4) for text in product} == {round(math.cos(angle), 4)}
    assert {round(_number(text), 2) for text in between} == {round(math.degrees(angle), 2)}


def _settings(tree: lxml.html.HtmlElement) -> dict[str, str]:
    links = tree.xpath("//ul[@class='presets']/li/a[1]")
    return {link.text_content(): link.get("href") for link in links}


def test_settings_of_models_are_the_recorded_ones(atlas: posatlas.Atlas, trees) -> None:  # type: ignore[no-untyped-def]
    """The numbers of the released configurations; a model whose scaling has no numbers is left out."""
    found = _settings(trees["en"]["wavelengths"])
    assert found["Llama 3.1 8B Instruct"] == "?b=500000&L=8192&s=8&m=rope,llama3"
    assert found["DeepSeek-V3"] == "?b=10000&d=64&L=4096&s=40&m=rope,yarn"
    assert found["Qwen-7B"] == "?b=10000&L=8192&m=rope,dynamic"
    assert found["Code Llama 7B"] == "?b=1000000&L=16384&s=1&m=rope"
    names = {model.name for model in atlas.of("model")}
    assert set(found) <= names
    without = {atlas[i].name for i in ("qwen2-5-7b", "qwen2-5-7b-1m", "chatglm3-6b", "phi-3-mini-128k", "bloom")}  # type: ignore[attr-defined]
    assert not without & set(found)


def test_the_numbers_of_a_scaling_stand_in_its_words_too(atlas: posatlas.Atlas) -> None:
    counted = 0
    for model in atlas.of("model"):
        if model.frequency_scaling is None:
            continue
        for words in (model.scaling.en, model.scaling.zh_hant):  # type: ignore[union-attr]
            assert f"{model.frequency_scaling.original_length:,}" in words, model.id
            if model.frequency_scaling.factor is not None:
                assert f" {model.frequency_scaling.factor:g}" in words.replace("，", " ").replace("：", " "), model.id
        counted += 1
    assert counted >= 3


def test_a_scaling_is_one_of_the_models_encodings(atlas: posatlas.Atlas) -> None:
    model = atlas["llama-3-1"]
    assert isinstance(model, TrainedModel)
    values = model.model_dump(by_alias=True, exclude_none=True)
    assert TrainedModel.model_validate(values).frequency_scaling == model.frequency_scaling
    values["frequency_scaling"]["method"] = "yarn"
    with pytest.raises(ValidationError, match="yarn is not among position_encoding"):
        TrainedModel.model_validate(values)


def test_the_index_lists_every_plot(page_lists: dict[str, list[Page]], sites: dict[str, Site]) -> None:
    for language, listed in page_lists.items():
        drawn = [page for page in listed if re.fullmatch(r"plots/.+/", page.address)]
        index = next(page for page in listed if page.address == "plots/")
        body = sites[language].render(index).split("\n---\n", 1)[1]
        links = lxml.html.fromstring(f"<div>{body}</div>").xpath("//ul[contains(@class, 'index')]/li/a/@href")
        assert sorted(links) == sorted(f"../{page.address}" for page in drawn)
        assert {f"plots/{name}/" for name in NAMES} <= {page.address for page in drawn}


def test_a_plot_whose_text_cites_unknown_claims_is_left_out(small_kb) -> None:  # type: ignore[no-untyped-def]
    from posatlas.generators.maths import Maths

    site = Site(posatlas.load(small_kb), "en", Maths(small_kb.parent / "maths.json"), {})
    assert list(plots.pages(site)) == []
