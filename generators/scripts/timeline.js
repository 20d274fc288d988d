// The timeline above its list: lanes of points, a strip on which a span of time is chosen, and the list as chosen.
// What is drawn is read from the list and the table of the page. The address keeps the choice: ?from=2021-04&to=2023-09
// &lanes=rotary,extension.
import { draw } from "./timeline/drawing.js";
import { named, numbered } from "./timeline/months.js";
import { strip } from "./timeline/strip.js";

const box = document.querySelector(".time-chart");
const form = box.querySelector("form");
const rows = [...document.querySelectorAll("[data-date][data-lane]")];
const entries = rows.map((row) => ({
  row,
  lane: row.dataset.lane,
  month: numbered(row.dataset.date),
  name: row.dataset.name ?? row.querySelector("a").textContent,
  href: row.id ? `#${row.id}` : row.querySelector("a").getAttribute("href"),
}));
const months = entries.map((entry) => entry.month);
const [first, last] = [Math.min(...months), Math.max(...months)];
const ticks = [...form.elements.lane];
const lanes = ticks.map((tick) => ({ id: tick.value, name: tick.closest("label").textContent.trim() }));

for (const input of [form.elements.from, form.elements.to]) Object.assign(input, { min: first, max: last });

const words = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

function chosen() {
  const [a, b] = [Number(form.elements.from.value), Number(form.elements.to.value)];
  const on = new Set(ticks.filter((tick) => tick.checked).map((tick) => tick.value));
  return { from: Math.min(a, b), to: Math.max(a, b), on };
}

function show() {
  const { from, to, on } = chosen();
  const inside = (entry) => entry.month >= from && entry.month <= to && on.has(entry.lane);
  for (const entry of entries) entry.row.hidden = !inside(entry);
  for (const year of document.querySelectorAll("h3.year")) {
    const list = year.nextElementSibling;
    year.hidden = list.hidden = !list.querySelector("li:not([hidden])");
  }
  const shown = entries.filter(inside);
  const drawn = lanes.filter((lane) => on.has(lane.id));
  const said = { shown: shown.length, all: entries.length, lanes: drawn.length, from: named(from), to: named(to) };
  box.querySelector("[role=status]").textContent = words(box.dataset.shown, said);
  for (const input of [form.elements.from, form.elements.to]) {
    const value = named(Number(input.value));
    input.closest("label").querySelector("output").textContent = value;
    input.setAttribute("aria-valuetext", value);
  }
  draw(box.querySelector(".time-drawing"), shown, drawn, [from, to], words(box.dataset.picture, said));
  brush.show(from, to);
}

function record() {
  const { from, to, on } = chosen();
  const address = new URL(location.href);
  const parts = [];
  if (from !== first) parts.push(`from=${named(from)}`);
  if (to !== last) parts.push(`to=${named(to)}`);
  if (on.size !== lanes.length) parts.push(`lanes=${[...on].join(",")}`);
  address.search = parts.join("&");
  history.replaceState(history.state, "", address);
}

function read() {
  const asked = new URL(location.href).searchParams;
  const within = (text, otherwise) => {
    const month = text ? numbered(text) : NaN;
    return Number.isNaN(month) ? otherwise : Math.min(Math.max(month, first), last);
  };
  form.elements.from.value = within(asked.get("from"), first);
  form.elements.to.value = within(asked.get("to"), last);
  const on = asked.get("lanes")?.split(",");
  for (const tick of ticks) tick.checked = !on || on.includes(tick.value);
  show();
}

const brush = strip(box.querySelector(".time-strip"), months, [first, last], (from, to) => {
  [form.elements.from.value, form.elements.to.value] = [from, to];
  show();
  record();
});
form.addEventListener("input", () => (show(), record()));
form.addEventListener("reset", () => {
  history.replaceState(history.state, "", location.pathname + location.hash);
  setTimeout(read);
});
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("popstate", read);
box.hidden = false;
read();
let width = box.clientWidth;
new ResizeObserver(() => {
  if (box.clientWidth !== width) [width] = [box.clientWidth, show()];
}).observe(box);
