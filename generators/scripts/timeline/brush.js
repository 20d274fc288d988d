// A strip of all dates: how many points each quarter has, and the window that the chart shows. The pointer moves and
// stretches the window; from the keyboard the two fields of the range do the same.
import { scale, svg } from "./draw.js";

const HEIGHT = 48;
const GRIP = 24;

/** Makes the strip in `place`; `moved(range)` is told the new window. Gives `show(points, range)`. */
export function brush(place, domain, moved) {
  let range = domain;
  let points = [];
  let dragged = null;

  const month = (event) => {
    const width = place.clientWidth;
    const x = scale(domain, width);
    const share = (event.clientX - place.getBoundingClientRect().left - x(domain[0])) / (x(domain[1] + 1) - x(domain[0]));
    return domain[0] + share * (domain[1] + 1 - domain[0]);
  };
  const held = (value) => Math.min(domain[1], Math.max(domain[0], value));

  place.addEventListener("pointerdown", (event) => {
    const part = event.target.dataset.part ?? "new";
    const at = month(event);
    dragged = { part, at, range };
    if (part === "new") dragged = { part: "end", at, range: [held(Math.floor(at)), held(Math.floor(at))] };
    place.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  place.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const by = Math.round(month(event) - dragged.at);
    let [first, last] = dragged.range;
    if (dragged.part === "window") {
      const shift = Math.min(domain[1] - last, Math.max(domain[0] - first, by));
      moved([first + shift, last + shift]);
      return;
    }
    if (dragged.part === "start") first = held(first + by);
    else last = held(last + by);
    moved(first <= last ? [first, last] : [last, first]);
  });
  for (const end of ["pointerup", "pointercancel"]) place.addEventListener(end, () => (dragged = null));

  function show(now = points, window = range) {
    [points, range] = [now, window];
    const width = place.clientWidth;
    const x = scale(domain, width);
    const quarters = new Map();
    for (const point of points) {
      const quarter = Math.floor(point.month / 3);
      quarters.set(quarter, (quarters.get(quarter) ?? 0) + 1);
    }
    const most = Math.max(1, ...quarters.values());
    const strip = svg("svg", { width, height: HEIGHT, "aria-hidden": "true" });
    for (const [quarter, count] of quarters) {
      const height = (count / most) * (HEIGHT - 8);
      const left = x(quarter * 3);
      strip.append(svg("rect", { class: "count", x: left, y: HEIGHT - height, width: x(quarter * 3 + 3) - left - 1, height }));
    }
    const [start, end] = [x(range[0]), x(range[1] + 1)];
    strip.append(svg("rect", { class: "window", "data-part": "window", x: start, y: 1, width: end - start, height: HEIGHT - 2 }));
    for (const [part, at] of [["start", start], ["end", end]]) {
      strip.append(svg("rect", { class: "grip", x: at - 3, y: 12, width: 6, height: HEIGHT - 24, rx: 3 }));
      const left = Math.min(width - GRIP, Math.max(0, at - GRIP / 2));
      strip.append(svg("rect", { class: "hold", "data-part": part, x: left, y: 0, width: GRIP, height: HEIGHT }));
    }
    place.replaceChildren(strip);
  }
  return show;
}
