// Curves of recorded numbers, as they stand beside each chart; the table of the page holds some of them.
import { shown } from "./formulas/numbers.js";
import { chart } from "./charts/chart.js";
import { across, frame, narrow, tip, upward } from "./plots/axes.js";

const DASHES = ["solid", "dashed", "dotted"];

for (const canvas of document.querySelectorAll("[data-curves]")) {
  const data = JSON.parse(canvas.dataset.curves);
  canvas.closest("figure").hidden = false;
  // A logarithmic axis has no place for 0, so it begins at 1.
  const kept = data.at.map((at, place) => [at, place]).filter(([at]) => at > 0);
  chart(canvas, (ink) => ({
    grid: { ...frame(), top: narrow(canvas) ? 96 : 64 },
    legend: { top: 0, left: 0, type: "plain", textStyle: { color: ink.text }, inactiveColor: ink.faint },
    tooltip: tip(ink),
    xAxis: across(ink, data.across, { type: "log", min: kept[0][0], max: kept.at(-1)[0], axisLabel: { formatter: shown } }),
    yAxis: upward(ink, data.upward),
    series: data.lines.map((line, number) => ({
      name: line.name,
      type: "line",
      symbol: "none",
      color: ink.series[number],
      lineStyle: { width: 2, type: DASHES[number % DASHES.length] },
      emphasis: { disabled: true },
      data: kept.map(([at, place]) => [at, line.values[place]]),
    })),
  }));
}
