// Axes and frames that the plots share.
import { shown } from "../formulas/numbers.js";

const NARROW = 480;

/** A frame that leaves room for the names of the axes. */
export function frame() {
  return { left: 12, right: 20, top: 36, bottom: 40, containLabel: true };
}

/** An axis with a name, in the colours of the page. `more` is passed to ECharts. */
export function axis(ink, name, more = {}) {
  return {
    name,
    nameTextStyle: { color: ink.text, fontSize: 12 },
    axisLine: { show: true, onZero: false, lineStyle: { color: ink.faint } },
    axisLabel: { color: ink.faint, fontSize: 12, hideOverlap: true, formatter: (value) => shown(value), ...more.axisLabel },
    splitLine: { lineStyle: { color: ink.line } },
    ...without(more, "axisLabel"),
  };
}

/** The axis at the bottom: its name stands below its middle. */
export function across(ink, name, more = {}) {
  return axis(ink, name, { type: "value", nameLocation: "middle", nameGap: 30, ...more });
}

/** The axis on the left: its name stands above it, from the left edge on. */
export function upward(ink, name, more = {}) {
  const named = axis(ink, name, { type: "value", nameLocation: "end", nameGap: 14, ...more });
  return { ...named, nameTextStyle: { ...named.nameTextStyle, align: "left", padding: [0, 0, 0, -30] } };
}

/** A box with the values under the pointer; ECharts escapes the names. */
export function tip(ink) {
  return {
    trigger: "axis",
    backgroundColor: ink.background,
    borderColor: ink.faint,
    textStyle: { color: ink.text, fontSize: 12 },
    valueFormatter: (value) => (value === undefined ? "—" : shown(value)),
    confine: true,
  };
}

/** A horizontal line with words at its left or right end. */
export function level(ink, height, words, end = "insideStartTop") {
  return {
    yAxis: height,
    lineStyle: { color: ink.text, type: "solid", width: 1 },
    label: { formatter: words, position: end, color: ink.text, fontSize: 12, textBorderColor: ink.background, textBorderWidth: 3 },
  };
}

/** True where a plot is too narrow for long words. */
export function narrow(element) {
  return element.clientWidth < NARROW;
}

function without(given, name) {
  return Object.fromEntries(Object.entries(given).filter(([key]) => key !== name));
}
