// The bucket of T5 into which each offset falls.
import { filled, shown } from "./formulas/numbers.js";
import { bucketsOf, stairs, table as buckets } from "./formulas/t5.js";
import { chart } from "./charts/chart.js";
import { across, frame, tip, upward } from "./plots/axes.js";
import { settings } from "./plots/settings.js";
import { fill, heads } from "./plots/table.js";

const page = document.querySelector("[data-plot=t5-buckets]");
const canvas = page.querySelector(".chart");
const table = page.querySelector("table[data-buckets]");
const names = heads(table);
const words = page.dataset;
let rows, steps;

function options(ink) {
  return {
    grid: frame(),
    tooltip: tip(ink),
    xAxis: across(ink, words.offset, { min: steps[0][0], max: steps.at(-1)[0], axisLabel: { showMinLabel: false, showMaxLabel: false } }),
    yAxis: upward(ink, words.bucket, { min: 0, minInterval: 1 }),
    series: [{
      name: words.bucket, type: "line", step: "middle", symbol: "none", color: ink.series[0],
      lineStyle: { width: 2 }, emphasis: { disabled: true }, data: steps,
    }],
  };
}

function range({ from, to, count }) {
  if (count === 0) return words.none;
  if (from === null) return filled(words.upTo, { to: shown(to) });
  if (to === null) return filled(words.from, { from: shown(from) });
  return from === to ? shown(from) : filled(words.range, { from: shown(from), to: shown(to) });
}

function show(values) {
  const given = { buckets: values.buckets, maxDistance: values.distance, bidirectional: values.both };
  const { exact } = bucketsOf(given);
  const says = page.querySelector("[data-says]");
  if (values.distance <= exact) {
    says.textContent = filled(words.needs, { exact: shown(exact) });
    return;
  }
  rows = buckets(given);
  steps = stairs(given, Math.round(1.25 * values.distance));
  const last = rows.findLast((row) => row.to === null && row.count !== 0);
  says.textContent = filled(words.says, {
    buckets: rows.length, distance: shown(values.distance), exact: shown(exact - 1), last: last.bucket, begin: shown(last.from),
  });
  fill(table, names, rows.map((row) => [String(row.bucket), range(row), row.count === null ? words.endless : shown(row.count)]));
  plot?.draw();
}

let plot;
settings(page.querySelector("form"), show);
canvas.hidden = false;
plot = chart(canvas, options);
