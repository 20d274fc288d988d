// Curves of recorded numbers, as they stand beside each chart; boxes say which are drawn, and the address keeps that.
import { shown } from "./formulas/numbers.js";
import { chart } from "./charts/chart.js";
import { across, frame, level, tip, upward } from "./plots/axes.js";
import { settings } from "./plots/settings.js";

const figures = [...document.querySelectorAll("figure[data-curves]")].map((figure) => ({
  figure,
  canvas: figure.querySelector(".chart"),
  data: JSON.parse(figure.dataset.curves),
  boxes: [...figure.querySelectorAll("input[type=checkbox]")].map((box) => ({
    key: box.value,
    chart: box.name,
    words: box.parentElement.textContent.trim(),
    colour: Number(/series-(\d)/.exec(box.parentElement.querySelector("svg").classList.value)[1]),
    dash: box.parentElement.querySelector("line").getAttribute("stroke-dasharray").split(" ").map(Number),
  })),
}));
let chosen;

// A logarithmic axis has no place for 0: the one at the bottom begins after it, the other leaves it out.
function options({ data, boxes }, ink) {
  const kept = data.at.map((at, place) => [at, place]).filter(([at]) => at > 0);
  const drawn = boxes.filter(({ key, chart }) => chosen[chart].includes(key));
  const line = data.level === undefined ? undefined : level(ink, data.level, data.levelWords, "insideEndTop");
  const least = line && data.level / 2; // the line stands clear of the axis
  return {
    grid: frame(),
    tooltip: tip(ink),
    xAxis: across(ink, data.across, { type: "log", min: kept[0][0], max: kept.at(-1)[0] }),
    yAxis: upward(ink, data.upward, data.logarithmic ? { type: "log", min: least, axisLabel: { formatter: power } } : {}),
    series: drawn.map(({ key, words, colour, dash }, place) => ({
      name: words,
      type: "line",
      symbol: "none",
      color: ink.series[colour - 1],
      lineStyle: { width: 2, type: dash.length > 1 ? dash : "solid" },
      emphasis: { disabled: true },
      data: kept.map(([at, row]) => [at, data.logarithmic && data.lines[key][row] <= 0 ? null : data.lines[key][row]]),
      markLine: place || !line ? undefined : { silent: true, symbol: "none", data: [line] },
    })),
  };
}

function power(value) {
  return shown(value, 1);
}

let plots = [];
settings(document.querySelector("#plot-settings"), (values) => {
  chosen = values;
  for (const plot of plots) plot.draw();
});
plots = figures.map((one) => {
  one.figure.hidden = false;
  return chart(one.canvas, (ink) => options(one, ink));
});
