// A strip with the number of entries of each month, on which a span is chosen by dragging.
import { shape } from "../explorer/drawing.js";

const HEIGHT = 34;

/**
 * Draws the strip into `holder`. `choose(from, to)` is called with the months of a drag; `show(from, to)` of what is
 * given back marks a span. The sliders above do the same by keyboard.
 */
export function strip(holder, months, [first, last], choose) {
  const counts = new Map();
  for (const month of months) counts.set(month, (counts.get(month) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const span = last - first + 1;
  const svg = shape("svg", { viewBox: `0 0 ${span} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  for (const [month, count] of counts) {
    const height = (count / most) * (HEIGHT - 4);
    svg.append(shape("rect", { x: month - first + 0.1, y: HEIGHT - height, width: 0.8, height, class: "count" }));
  }
  const mark = shape("rect", { y: 0, height: HEIGHT, class: "span" });
  svg.append(mark);
  holder.append(svg);

  const month = (event) => {
    const { left, width } = holder.getBoundingClientRect();
    return Math.min(Math.max(first + Math.floor(((event.clientX - left) / width) * span), first), last);
  };
  let start;
  holder.addEventListener("pointerdown", (event) => {
    start = month(event);
    holder.setPointerCapture(event.pointerId);
  });
  holder.addEventListener("pointermove", (event) => {
    if (start === undefined) return;
    const now = month(event);
    if (now !== start) choose(Math.min(start, now), Math.max(start, now));
  });
  for (const end of ["pointerup", "pointercancel"]) holder.addEventListener(end, () => (start = undefined));
  return {
    show(from, to) {
      mark.setAttribute("x", from - first);
      mark.setAttribute("width", to - from + 1);
    },
  };
}
