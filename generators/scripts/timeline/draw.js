// The chart as SVG: lanes, lines of the scale, and a link for each point. Colours come from the style sheet.
import { DOT, ROW, layout, step } from "./layout.js";
import { named } from "./months.js";

const SVG = "http://www.w3.org/2000/svg";
export const PAD = 10;
const AXIS = 22;

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Pixels of a month in a chart of this width that shows these months. */
export function scale([first, last], width) {
  return (month) => PAD + ((month - first) / (last + 1 - first)) * (width - 2 * PAD);
}

const measuring = document.createElement("canvas").getContext("2d");

/** Draws the points that are shown. `range` is the first and the last month. */
export function draw(chart, { lanes, points, range, seen }) {
  const width = chart.clientWidth;
  const style = getComputedStyle(chart);
  measuring.font = `12px ${style.fontFamily}`;
  const widths = new Map(points.map(({ label }) => [label, measuring.measureText(label).width + 2]));
  const x = scale(range, width);
  const cap = width < 600 ? 5 : 40;
  const placed = layout(lanes, points, { x, measure: (label) => widths.get(label), width, cap });
  const height = placed.height + AXIS;
  const drawn = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group" });
  drawn.append(...ticks(range, width, height, x));
  for (const lane of placed.lanes) {
    const band = svg("g", { class: `lane lane-${lane.id}` });
    band.append(svg("line", { class: "edge", x1: 0, x2: width, y1: AXIS + lane.top, y2: AXIS + lane.top }));
    band.append(svg("text", { class: "lane-name", x: 2, y: AXIS + lane.top + 15 }, `${lane.name} ${lane.places.length}`));
    band.append(...lane.places.map((place) => mark(place, AXIS, widths, seen)));
    drawn.append(band);
  }
  chart.replaceChildren(drawn);
  rove(drawn);
  return drawn;
}

function ticks([first, last], width, height, x) {
  const count = step(last + 1 - first, width - 2 * PAD, 52);
  const marks = [];
  for (let month = Math.ceil(first / count) * count; month <= last; month += count) {
    const at = x(month);
    marks.push(svg("line", { class: "tick", x1: at, x2: at, y1: AXIS - 4, y2: height }));
    const text = count >= 12 ? String(Math.floor(month / 12)) : named(month);
    const end = at > width - 40 ? "end" : "start";
    marks.push(svg("text", { class: "tick", x: end === "end" ? width : at, y: 13, "text-anchor": end }, text));
  }
  return marks;
}

/** A round mark for methods, a square for models, a diamond for other events; hollow where only first seen. */
function shape(lane, x, y) {
  if (lane === "models") return svg("rect", { class: "mark", x: x - 5, y: y - 5, width: 10, height: 10 });
  if (lane === "other") return svg("path", { class: "mark", d: `M${x} ${y - DOT}l6 6l-6 6l-6 -6z` });
  return svg("circle", { class: "mark", cx: x, cy: y, r: DOT - 1 });
}

function mark({ point, x, y, side }, axis, widths, seen) {
  const middle = axis + y;
  const name = `${point.label}, ${point.seen ? `${seen} ` : ""}${point.date}`;
  const wide = side ? widths.get(point.label) + DOT + 4 : ROW / 2;
  const start = side === "left" ? x - wide : x - ROW / 2;
  const area = { class: "area", x: start, y: middle - ROW / 2, width: wide + ROW / 2, height: ROW };
  const link = svg("a", { href: point.href, "aria-label": name, tabindex: -1, class: point.seen ? "seen" : "" });
  link.append(svg("title", {}, name), svg("rect", area), shape(point.lane, x, middle));
  if (side) {
    const at = side === "left" ? x - DOT - 4 : x + DOT + 4;
    link.append(svg("text", { class: "label", x: at, y: middle + 4, "text-anchor": side === "left" ? "end" : "start" }, point.label));
  }
  link.dataset.month = point.month;
  return link;
}

/** One stop of the tabulator for all points; arrow keys move by date, or to the nearest date of the next lane. */
function rove(drawn) {
  const lanes = [...drawn.querySelectorAll(".lane")].map((band) => [...band.querySelectorAll("a")]);
  const all = lanes.flat().sort((one, other) => one.dataset.month - other.dataset.month);
  if (all.length) all[0].setAttribute("tabindex", 0);
  drawn.addEventListener("keydown", (event) => {
    const here = event.target.closest("a");
    const way = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!here || !way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const lane = lanes[lanes.findIndex((links) => links.includes(here)) + way];
    const far = (link) => Math.abs(link.dataset.month - here.dataset.month);
    const across = event.key === "ArrowDown" || event.key === "ArrowUp";
    const next = across ? lane?.reduce((a, b) => (far(b) < far(a) ? b : a)) : all[all.indexOf(here) + way];
    if (!next) return;
    here.setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus();
  });
}
