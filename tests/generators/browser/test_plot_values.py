"""Plots in a browser: what is set by slider, field or address is what the oracles give for it."""

from __future__ import annotations

import math
from urllib.parse import parse_qs, urlsplit

import numpy
import pytest

from posatlas.reference_impl.oracles import (
    alibi,
    dynamic_ntk,
    llama3_rope,
    longrope,
    ntk_aware,
    ntk_by_parts,
    position_interpolation,
    rope,
    t5_relative_bias,
    yarn,
)

CELLS = """kind => [...document.querySelectorAll(`table[data-${kind}] tbody tr`)].map(row =>
  [...row.children].map(cell => cell.textContent))"""
MET = """() => [...document.querySelectorAll('.chart svg')].flatMap(svg => {
  const boxes = [...svg.querySelectorAll('text')].map(text => [text.textContent, text.getBoundingClientRect()])
    .filter(([, box]) => box.width);
  const inside = svg.getBoundingClientRect();
  const cut = boxes.filter(([, b]) => b.left < inside.left - 1 || b.right > inside.right + 1 ||
    b.top < inside.top - 1 || b.bottom > inside.bottom + 1).map(([words]) => 'cut: ' + words);
  const over = boxes.flatMap(([words, a], n) => boxes.slice(n + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3
  ).map(([other]) => words + ' / ' + other));
  return [...cut, ...over];
})"""
SETTLED = """() => [...document.querySelectorAll('.chart')].every(chart =>
  chart.querySelector('svg').clientWidth === chart.clientWidth)"""
ALL = "rope,pi,ntk,dynamic,parts,yarn,llama3,longrope"


@pytest.fixture
def opened(built, chromium):
    """Opens a page by address; what it says against itself fails the test."""
    said: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)

    def go(address: str):
        page.goto(built.root + address)
        page.wait_for_selector("form.plot-settings:visible")
        return page

    yield go
    context.close()
    assert said == []


def _column(page, kind: str, place: int) -> list[float]:
    return [float(row[place].replace(",", "").replace("−", "-")) for row in page.evaluate(CELLS, kind)]


def _alike(shown: list[float], expected: numpy.ndarray) -> None:
    numpy.testing.assert_allclose(shown, expected, rtol=5.1e-5)  # half a unit of the fifth digit


def _frequencies(b: int, d: int, s: float, length: int, now: int, factors: list[float]) -> list[numpy.ndarray]:
    """Of all methods, in the order in which the page shows them."""
    ramp = {"beta_slow": 1.0, "beta_fast": 32.0, "ramp": "dimension", "truncate": True}
    given = {"head_dim": d, "base": b, "factor": s, "original_length": length}
    sets = {"long_factors": factors, "short_factors": factors}
    return [
        rope.inverse_frequencies(d, b),
        position_interpolation.inverse_frequencies(d, b, s),
        ntk_aware.inverse_frequencies(d, b, s),
        dynamic_ntk.inverse_frequencies(now, d, b, length, variant="paper"),
        ntk_by_parts.inverse_frequencies(d, b, s, length),
        yarn.inverse_frequencies(given | ramp),
        llama3_rope.inverse_frequencies(d, b, s, 1.0, 4.0, length),
        longrope.inverse_frequencies(length + 1, given | sets),
    ]


@pytest.mark.parametrize(
    ("b", "d", "s", "length", "now"), [(500000, 64, 2.5, 8192, 8192), (10_000_000, 256, 64, 131072, 262144)]
)
def test_wavelengths_of_every_method_are_those_of_the_oracles(opened, b, d, s, length, now) -> None:
    page = opened(f"en/plots/wavelengths/?b={b}&d={d}&s={s}&L={length}&now={now}&lambda=1,3,9&m={ALL}")
    factors = numpy.interp(numpy.linspace(0, 1, d // 2), [0, 0.5, 1], [1, 3, 9]).tolist()
    expected = _frequencies(b, d, s, length, now, factors)
    for place, frequencies in enumerate(expected, 1):
        _alike(_column(page, "pairs", place), 2 * math.pi / frequencies)
    _alike(_column(page, "pairs", len(expected) + 1), length * expected[0] / (2 * math.pi))
    longest = page.locator("tr[data-method=yarn] [data-value=longest]").inner_text()
    _alike([float(longest.replace(",", ""))], numpy.array([2 * math.pi / expected[5][-1]]))
    assert page.locator("tr[data-method=yarn] [data-value=scale]").inner_text() == f"{yarn.mscale(s):.5g}"


def test_a_slider_changes_field_table_picture_words_and_address(opened) -> None:
    page = opened("plots/wavelengths/")
    drawn = page.locator(".chart svg").inner_html()
    says = page.locator("#plot-says").inner_text()
    page.locator("input[data-for=d]").focus()
    for _ in range(8):
        page.keyboard.press("ArrowLeft")
    assert page.locator("input[name=d]").input_value() == "112"
    assert parse_qs(urlsplit(page.url).query) == {"d": ["112"]}
    _alike(_column(page, "pairs", 1), 2 * math.pi / rope.inverse_frequencies(112))
    assert page.locator(".chart svg").inner_html() != drawn
    assert page.locator("#plot-says").inner_text() != says
    assert page.locator("input[data-for=L]").get_attribute("aria-valuetext") == "4,096"
    page.locator("form.plot-settings button[type=reset]").click()
    assert urlsplit(page.url).query == ""
    assert page.locator("#plot-says").inner_text() == says


def test_boxes_choose_the_methods_and_a_model_sets_them(opened) -> None:
    page = opened("en/plots/wavelengths/?m=rope,pi")
    heads = "() => [...document.querySelectorAll('table[data-pairs] thead th')].length"
    assert page.evaluate(heads) == 4
    page.locator("input[name=m][value=llama3]").press("Space")
    assert page.evaluate(heads) == 5
    assert "m=rope,pi,llama3" in page.url
    page.get_by_role("link", name="Llama 3.1 8B Instruct", exact=True).click()
    page.wait_for_selector("form.plot-settings:visible")
    assert [page.locator(f"input[name={name}]").input_value() for name in "bsL"] == ["500000", "8", "8192"]
    _alike(_column(page, "pairs", 2), 2 * math.pi / llama3_rope.inverse_frequencies(128))
    counts = [
        page.locator(f"tr[data-method=llama3] [data-value={c}]").inner_text() for c in ("kept", "between", "divided")
    ]
    assert counts == ["29", "6", "29"]


def test_what_cannot_be_set_is_left_alone(opened) -> None:
    page = opened("plots/wavelengths/?d=33.7&s=-5&L=nonsense&m=none,rope&lambda=1,-2&b=1e99")
    values = {name: page.locator(f"input[name={name}]").input_value() for name in ("d", "s", "L", "lambda", "b")}
    assert values == {"d": "34", "s": "1", "L": "4096", "lambda": "1, 8", "b": "10000000"}
    field = page.locator("input[name=s]")
    field.fill("900")
    assert "s=900" not in page.url
    field.blur()
    assert field.input_value() == "64" and "s=64" in page.url


@pytest.mark.parametrize(("heads", "share"), [(12, 1), (112, 10)])
def test_slopes_and_reach_are_those_of_the_oracle(opened, heads: int, share: float) -> None:
    page = opened(f"en/plots/alibi/?n={heads}&share={share}")
    _alike(_column(page, "heads", 1), alibi.slopes(heads))
    _alike(_column(page, "heads", 2), alibi.slopes(heads, "paper"))
    _alike(_column(page, "heads", 3), math.log(100 / share) / alibi.slopes(heads))


@pytest.mark.parametrize(("buckets", "largest", "both"), [(32, 128, 1), (64, 500, 0)])
def test_buckets_are_those_of_the_oracle(opened, buckets: int, largest: int, both: int) -> None:
    page = opened(f"en/plots/t5-buckets/?buckets={buckets}&distance={largest}&both={both}")
    held: dict[int, list[int]] = {}
    for offset in range(-largest, largest + 1):
        held.setdefault(t5_relative_bias.bucket(offset, buckets, largest, bool(both)), []).append(offset)
    rows = page.evaluate(CELLS, "buckets")
    assert len(rows) == buckets
    for number, shown, _ in rows:
        inside = held.get(int(number), [])
        first, last = (f"{end}".replace("-", "−") for end in (inside[0], inside[-1])) if inside else ("", "")
        unending = inside and (inside[0] == -largest or inside[-1] == largest)
        assert shown in (
            [f"{last} and below", f"{first} and above"] if unending
            else [f"{first} to {last}", first] if inside else ["none"]
        ), number  # fmt: skip
    page.locator("input[name=distance]").fill("8")
    assert str(buckets // 4 if both else buckets // 2) in page.locator("#plot-says").inner_text()
    assert page.evaluate(CELLS, "buckets") == rows


def test_a_pair_turns_only_when_asked_and_keeps_its_product(opened) -> None:
    page = opened("en/plots/rotation/?m=61&n=60&theta=0.5&phi=-30")
    drawing = "() => document.querySelector('svg.turning').innerHTML"
    before = page.evaluate(drawing)
    row = page.evaluate(CELLS, "shifts")[0]
    expected = position_interpolation.score(
        numpy.array([math.cos(math.radians(-30)), math.sin(math.radians(-30))]), numpy.array([1.0, 0.0]), 1, [0.5],
        "interleaved") * math.sqrt(2)  # fmt: skip
    assert float(row[5].replace("−", "-")) == pytest.approx(expected, abs=5.1e-5)
    page.wait_for_timeout(600)
    assert page.evaluate(drawing) == before
    for _ in range(5):  # past the end both begin anew with the same offset
        page.locator("button[data-shift]").click()
    assert [page.locator(f"input[name={name}]").input_value() for name in "mn"] == ["2", "1"]
    assert page.evaluate(CELLS, "shifts")[0][5] == row[5]
    assert page.evaluate(drawing) != before
    turn = page.locator("button[data-turn]")
    turn.click()
    page.wait_for_function("() => document.querySelector('input[name=m]').value !== '2'")
    turn.click()
    stopped = page.evaluate(drawing)
    page.wait_for_timeout(600)
    assert page.evaluate(drawing) == stopped


@pytest.mark.parametrize("language", ["", "en/", "zh-Hans/"])
def test_no_words_of_a_chart_meet_or_are_cut(opened, language: str) -> None:
    found = {}
    for address in (
        "wavelengths/?s=1.5&L=65536",
        "wavelengths/?s=64",
        "alibi/?n=12",
        "alibi/?n=128",
        "t5-buckets/?both=1",
    ):
        page = opened(f"{language}plots/{address}")
        for width, scheme in ((1280, "light"), (390, "dark"), (320, "light")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function(SETTLED)
            if words := page.evaluate(MET):
                found[address, width] = words
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert found == {}
