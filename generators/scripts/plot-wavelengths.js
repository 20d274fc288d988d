// Wavelengths of the rotary pairs under several methods, against the training length.
import { filled, shown } from "./formulas/numbers.js";
import { summary } from "./formulas/wavelengths.js";
import { chart } from "./charts/chart.js";
import { across, frame, level, tip, upward } from "./plots/axes.js";
import { settings } from "./plots/settings.js";
import { fill } from "./plots/table.js";

const page = document.querySelector("[data-plot=wavelengths]");
const form = page.querySelector("form");
const canvas = page.querySelector(".chart");
const words = page.dataset;
const methods = [...page.querySelectorAll("tr[data-method]")].map((row) => ({
  key: row.dataset.method,
  name: row.querySelector("a").textContent,
  dash: row.querySelector("line").getAttribute("stroke-dasharray").split(" ").map(Number),
  colour: Number(row.dataset.colour),
  row,
}));
let given, found, chosen;

function options(ink) {
  const extended = given.s * given.L;
  // the words of L stand below its line and those of sL above, so that they never meet
  const lines = [level(ink, given.L, `L = ${shown(given.L)}`, "insideStartBottom")];
  if (given.s > 1) lines.push(level(ink, extended, `sL = ${shown(extended)}`, "insideStartTop"));
  const highest = Math.max(extended, ...chosen.map((key) => found[key].longest));
  return {
    grid: frame(),
    tooltip: tip(ink),
    xAxis: across(ink, words.pair, { min: 0, max: given.d / 2 - 1, minInterval: 1 }),
    yAxis: upward(ink, words.tokens, { type: "log", min: 1, max: 10 ** Math.ceil(Math.log10(3 * highest)) }),
    series: methods.filter(({ key }) => chosen.includes(key))
      .map(({ key, name, dash, colour }, place) => ({
        name,
        type: "line",
        symbol: "none",
        color: [ink.text, ...ink.series][colour],
        lineStyle: { width: 2, type: dash.length > 1 ? dash : "solid" },
        emphasis: { disabled: true },
        data: found[key].wavelengths.map((tokens, i) => [i, tokens]),
        markLine: place ? undefined : { silent: true, symbol: "none", data: lines },
      })),
  };
}

function lambda(words) {
  return words.split(",").map(Number);
}

function show(values) {
  given = { ...values, l: values.now, lambda: lambda(values.lambda) };
  found = summary(given);
  for (const { key, row } of methods) {
    for (const cell of row.querySelectorAll("[data-value]")) {
      const value = found[key][cell.dataset.value];
      cell.textContent = value === undefined ? words.undefined : shown(value);
    }
  }
  chosen = values.m.filter((key) => key in found && !found[key].error);
  const drawn = methods.filter(({ key }) => chosen.includes(key));
  const lines = drawn.map(({ key, name }) => (
    filled(words.line, { name, longest: shown(found[key].longest), unfinished: found[key].unfinished })
  ));
  const numbers = { pairs: given.d / 2, b: shown(given.b), d: given.d, L: shown(given.L), s: shown(given.s) };
  page.querySelector("[data-says]").textContent = filled(words.says, numbers) + lines.join(words.separator) + words.stop;
  const pairs = found.rope.wavelengths;
  fill(
    page.querySelector("table[data-pairs]"),
    [words.pair, ...drawn.map(({ name }) => name), filled(words.turns, { L: shown(given.L) })],
    pairs.map((tokens, i) => [String(i), ...drawn.map(({ key }) => shown(found[key].wavelengths[i])), shown(given.L / tokens)]),
  );
  plot?.draw();
}

let plot;
settings(form, show);
canvas.hidden = false;
for (const box of page.querySelectorAll("input[name=m]")) box.hidden = false;
plot = chart(canvas, options);
