// Slopes of ALiBi's heads, and what the bias of one head leaves of a weight at each distance.
import { heads, multiplier } from "./formulas/alibi.js";
import { filled, shown } from "./formulas/numbers.js";
import { chart } from "./charts/chart.js";
import { across, frame, level, tip, upward } from "./plots/axes.js";
import { settings } from "./plots/settings.js";
import { fill, heads as columns } from "./plots/table.js";

const page = document.querySelector("[data-plot=alibi]");
const [slopesCanvas, reachCanvas] = page.querySelectorAll(".chart");
const table = page.querySelector("table[data-heads]");
const names = columns(table);
const words = page.dataset;
let rows, chosen, share;

function slopes(ink) {
  const differ = rows.some(({ slope, paper }) => Math.abs(slope / paper - 1) > 1e-9);
  const points = (name, key, symbol, colour, hollow) => ({
    name,
    type: "line",
    symbol,
    symbolSize: rows.length > 32 ? 4 : 8,
    lineStyle: { width: 0 },
    itemStyle: { color: hollow ? "transparent" : colour, borderColor: colour, borderWidth: rows.length > 32 ? 1 : 2 },
    emphasis: { disabled: true },
    data: rows.map((row) => [row.head, row[key]]),
  });
  const series = [points(words.code, "slope", "circle", ink.series[0])];
  if (differ) series.unshift(points(words.paper, "paper", "diamond", ink.series[1], true));
  return {
    grid: { ...frame(), top: 56 },
    legend: { data: series.map(({ name }) => name).reverse(), top: 0, left: 0, textStyle: { color: ink.text }, selectedMode: false },
    tooltip: tip(ink),
    xAxis: across(ink, words.head, { min: 0, max: rows.length + 1, minInterval: 1, axisLabel: { showMaxLabel: false } }),
    yAxis: upward(ink, words.slope, { type: "log", min: 0.001, max: 1 }),
    series,
  };
}

function reach(ink) {
  const furthest = 2 * Math.max(...rows.map((row) => row.reach));
  const distances = Array.from({ length: 81 }, (_, n) => furthest ** (n / 80));
  const line = (row, main) => ({
    name: filled(words.headName, { head: row.head }),
    type: "line",
    symbol: "none",
    z: main ? 3 : 2,
    color: main ? ink.series[1] : ink.faint,
    lineStyle: { width: main ? 3 : 1, opacity: main ? 1 : 0.8 },
    emphasis: { disabled: true },
    data: distances.map((t) => [t, multiplier(row.slope, t)]),
    markLine: main ? { silent: true, symbol: "none", data: [level(ink, share, `${shown(share * 100)}%`, "insideEndTop")] } : undefined,
  });
  return {
    grid: frame(),
    xAxis: across(ink, words.distance, { type: "log", min: 1 }),
    yAxis: upward(ink, words.multiplier, { min: 0, max: 1 }),
    series: rows.map((row) => line(row, row.head === chosen.head)),
  };
}

function show(values) {
  share = values.share / 100;
  rows = heads(values.n, share);
  chosen = rows[Math.min(values.head, values.n) - 1];
  const reaches = rows.map((row) => row.reach);
  page.querySelector("[data-says]").textContent = filled(words.says, {
    n: values.n,
    steepest: shown(Math.max(...rows.map(({ slope }) => slope))),
    flattest: shown(Math.min(...rows.map(({ slope }) => slope))),
    share: shown(values.share),
    nearest: shown(Math.min(...reaches)),
    furthest: shown(Math.max(...reaches)),
    head: chosen.head,
    slope: shown(chosen.slope),
    reach: shown(chosen.reach),
  });
  fill(table, names, rows.map((row) => [String(row.head), shown(row.slope), shown(row.paper), shown(row.reach)]));
  for (const plot of plots) plot.draw();
}

let plots = [];
settings(page.querySelector("form"), show);
for (const canvas of [slopesCanvas, reachCanvas]) canvas.parentElement.hidden = false;
plots = [chart(slopesCanvas, slopes), chart(reachCanvas, reach)];
