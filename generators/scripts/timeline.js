// The timeline as a chart above the list: lanes, a window of time, and the list filtered alike. The list is the data.
import { brush } from "./timeline/brush.js";
import { draw } from "./timeline/draw.js";
import { bound, boundOf, monthOf, named } from "./timeline/months.js";

const place = document.getElementById("timeline");
const word = { ...place.dataset };
const lanes = [...place.querySelectorAll("li")].map((item) => ({ id: item.dataset.id, name: item.textContent }));

const entries = [...document.querySelectorAll("li[data-lanes]")].map((element) => ({
  element,
  lanes: element.dataset.lanes.split(" "),
  lane: element.dataset.lanes,
  date: element.dataset.date,
  month: monthOf(element.dataset.date),
  label: element.dataset.label,
  href: element.dataset.href,
  seen: "seen" in element.dataset,
}));
const points = entries.filter((entry) => entry.label).sort((one, other) => one.month - other.month);
const years = points.map((point) => Math.floor(point.month / 12));
const domain = [Math.min(...years) * 12, Math.max(...years) * 12 + 11];

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function asked() {
  const query = new URLSearchParams(location.search);
  const named = query.get("lanes")?.split(",");
  const known = lanes.map((lane) => lane.id).filter((id) => !named || named.includes(id));
  const first = boundOf(query.get("from"), false, domain, domain[0]);
  const last = boundOf(query.get("to"), true, domain, domain[1]);
  return { range: [Math.min(first, last), Math.max(first, last)], shown: new Set(known) };
}

function said({ range, shown }) {
  const parts = [];
  if (range[0] !== domain[0]) parts.push(`from=${bound(range[0], false)}`);
  if (range[1] !== domain[1]) parts.push(`to=${bound(range[1], true)}`);
  if (shown.size !== lanes.length) parts.push(`lanes=${[...shown].join(",")}`);
  return parts.length ? `?${parts.join("&")}` : "";
}

let state = asked();
let drawnWidth = 0;

function field(label, end) {
  const [min, max] = domain.map(named);
  const input = make("input", { type: "month", min, max, pattern: "[0-9]{4}-(0[1-9]|1[0-2])", placeholder: "YYYY-MM" });
  input.addEventListener("change", () => {
    const month = boundOf(input.value, end, domain, domain[Number(end)]);
    const [first, last] = state.range;
    update({ range: end ? [Math.min(first, month), month] : [month, Math.max(last, month)] });
  });
  return { input, element: make("label", {}, `${label} `, input) };
}

const from = field(word.from, false);
const to = field(word.to, true);
const ticks = lanes.map((lane) => {
  const input = make("input", { type: "checkbox", value: lane.id });
  input.addEventListener("change", () => {
    const shown = new Set(lanes.map(({ id }) => id).filter((id) => (id === lane.id ? input.checked : state.shown.has(id))));
    update({ shown });
  });
  return { input, element: make("label", { className: "tick" }, input, ` ${lane.name}`) };
});
const everything = make("button", { type: "button", className: "action", textContent: word.all });
everything.addEventListener("click", () => update({ range: domain, shown: new Set(lanes.map((lane) => lane.id)) }));
const status = make("p", { className: "small" });
status.setAttribute("role", "status");
const chart = make("div", { className: "lanes" });
const strip = make("div", { className: "brush" });
place.replaceChildren(
  make("p", { className: "small", textContent: `${word.caption} ${word.keys}` }),
  make(
    "form",
    { className: "timeline-form" },
    make("fieldset", {}, make("legend", { textContent: word.lanes }), ...ticks.map((tick) => tick.element)),
    make("div", { className: "fields" }, from.element, to.element, everything),
  ),
  strip,
  chart,
  status,
);
place.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
place.hidden = false;

const showStrip = brush(strip, domain, (range) => update({ range }));

function update(changes) {
  state = { ...state, ...changes };
  history.replaceState(history.state, "", `${location.pathname}${said(state)}${location.hash}`);
  show();
}

const within = ({ month }) => Math.floor(month) >= state.range[0] && Math.floor(month) <= state.range[1];

function show() {
  const ofLanes = points.filter((point) => state.shown.has(point.lane));
  const inside = ofLanes.filter(within);
  from.input.value = named(state.range[0]);
  to.input.value = named(state.range[1]);
  for (const { input } of ticks) input.checked = state.shown.has(input.value);
  draw(chart, { lanes, points: inside, range: state.range, seen: word.seen }).setAttribute("aria-label", word.caption);
  showStrip(ofLanes, state.range);
  status.textContent = inside.length
    ? word.shown.replace("{n}", inside.length).replace("{all}", points.length)
    : word.none;
  filterList();
}

/** Hides entries of the list outside the window or the lanes, and headings under which nothing is left. */
function filterList() {
  for (const entry of entries) {
    entry.element.hidden = !(within(entry) && entry.lanes.some((lane) => state.shown.has(lane)));
  }
  const left = new Set(entries.filter((entry) => !entry.element.hidden).map((entry) => entry.date.slice(0, 4)));
  for (const heading of document.querySelectorAll("h2[id^=y]")) {
    heading.hidden = !left.has(heading.id.slice(1));
    for (const link of document.querySelectorAll(`.md-nav a[href="#${heading.id}"]`)) link.closest("li").hidden = heading.hidden;
  }
  for (const box of document.querySelectorAll("ol.timeline, .moments")) {
    box.hidden = ![...box.querySelectorAll("li[data-lanes]")].some((item) => !item.hidden);
  }
}

show();
document.fonts?.ready.then(show);
new ResizeObserver(([{ contentRect }]) => {
  if (contentRect.width !== drawnWidth) {
    drawnWidth = contentRect.width;
    show();
  }
}).observe(place);
addEventListener("popstate", () => {
  state = asked();
  show();
});
// A link to an event that the window hides shows everything first.
function reveal() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.closest("[hidden]")) {
    update({ range: domain, shown: new Set(lanes.map((lane) => lane.id)) });
    target.scrollIntoView();
  }
}
addEventListener("hashchange", reveal);
reveal();
