// Lanes of points as SVG: every point is a link, with its name beside it where there is room.
import { shape } from "../explorer/drawing.js";
import { named } from "./months.js";
import { DOT, placed } from "./placing.js";

const LINE = 20;
const HEAD = 22;
const SIDE = 10;

/** Draws into `holder` the entries of some lanes from the first to the last month of `span`; `label` says what is seen. */
export function draw(holder, entries, lanes, span, label) {
  const width = Math.max(holder.clientWidth, 240);
  const [from, to] = span;
  const across = (month) => SIDE + DOT + ((month - from) / Math.max(to - from, 1)) * (width - 2 * SIDE - 2 * DOT);
  const svg = shape("svg", { width, role: "group", "aria-label": label });
  const probe = shape("text", { class: "name" });
  svg.append(probe);
  holder.replaceChildren(svg);
  const wide = (name) => ((probe.textContent = name), probe.getComputedTextLength());
  let top = HEAD;
  const parts = [];
  for (const lane of lanes) {
    const laid = placed(entries.filter((entry) => entry.lane === lane.id), across, wide, width - 2);
    parts.push(shape("text", { x: SIDE, y: top + 14, class: "lane-name" }, lane.name));
    parts.push(shape("line", { x1: 0, x2: width, y1: top, y2: top, class: "rule" }));
    parts.push(...laid.entries.map((entry) => point(entry, top + HEAD + entry.line * LINE + LINE / 2)));
    top += HEAD + laid.lines * LINE + 8;
  }
  probe.remove();
  svg.setAttribute("height", top);
  svg.append(...years(span, across, top), ...parts);
}

function point(entry, y) {
  const words = `${named(entry.month)} ${entry.name}`;
  const side = entry.after ? { x: entry.x + DOT / 2 + 3 } : { x: entry.x - DOT / 2 - 3, "text-anchor": "end" };
  const inside = [
    shape("title", {}, words),
    shape("rect", { x: entry.x - DOT, y: y - LINE / 2, width: 2 * DOT, height: LINE, class: "reach" }),
    shape("circle", { cx: entry.x, cy: y, r: DOT / 2 - 1, class: `lane-${entry.lane}` }),
  ];
  if (entry.named) inside.push(shape("text", { y: y + 4, class: "name", ...side }, entry.name));
  return shape("a", { href: entry.href, class: "time-point" }, ...inside);
}

function years([from, to], across, bottom) {
  const made = [];
  let last = -Infinity;
  for (let year = Math.ceil(from / 12); year * 12 <= to; year += 1) {
    const x = across(year * 12);
    made.push(shape("line", { x1: x, x2: x, y1: 16, y2: bottom, class: "year" }));
    if (x - last < 40) continue;
    made.push(shape("text", { x, y: 12, class: "year", "text-anchor": "middle" }, String(year)));
    last = x;
  }
  return made;
}
