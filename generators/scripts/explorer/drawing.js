// Boxes and lines as SVG. Each box is a link; one of them is in the order of Tab, arrow keys move among them.

const SVG = "http://www.w3.org/2000/svg";

export function shape(name, attributes, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/** Class of a line by what bears the link out: the best status of its claims, or the field alone. */
export function lineClass(link) {
  const found = new Set(link.claims.map((claim) => claim.status));
  for (const status of ["verified-by-run", "refuted-by-run", "sourced"]) if (found.has(status)) return `l-${status}`;
  return found.size ? "l-otherwise" : "l-field-only";
}

/** Outline of a mark, round a middle, with half its size; each group of kinds has its own. */
export function outline(kind, x, y, half) {
  if (["method", "technique", "metric"].includes(kind)) return shape("circle", { cx: x, cy: y, r: half });
  const square = { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
  if (["paper", "document", "library", "comparison", "term", "topic"].includes(kind)) return shape("rect", square);
  if (["claim", "misconception", "thesis"].includes(kind)) return shape("rect", { ...square, rx: half * 0.6 });
  const [a, b] = [half * 1.08, half * 0.55];
  const corners = [[-a, 0], [-b, -half], [b, -half], [a, 0], [b, half], [-b, half]];
  return shape("polygon", { points: corners.map(([u, v]) => `${x + u},${y + v}`).join(" ") });
}

/** The mark of a kind: its outline with one or two letters; of a claim, the icon of its verdict. */
export function mark(node, words, x, y, half) {
  const text = node.icon ?? words[`mark-${node.kind}`];
  const letters = shape("text", { x, y: y + 4, "text-anchor": "middle", class: "letters" }, text);
  const colour = node.verdict ? `v-${node.verdict}` : `kind-${node.kind}`;
  return shape("g", { class: `node-mark ${colour}`, "aria-hidden": "true" }, outline(node.kind, x, y, half), letters);
}

/**
 * Draws boxes { node, x, y, className, href, label, title } and lines { from, to, className, title } on a canvas
 * (width, height, box_width, box_height, and top where it is not 0), over what `below` holds. `from` and `to` are
 * boxes. Gives the svg element.
 */
export function draw(holder, canvas, boxes, lines, words, label, below = []) {
  const svg = shape("svg", {
    viewBox: `0 ${canvas.top ?? 0} ${canvas.width} ${canvas.height}`,
    class: `graph ${canvas.name}`,
    role: "group",
    "aria-label": label,
  });
  svg.append(...below);
  const drawn = lines.map((line) => {
    const path = shape("path", { d: route(line, canvas), class: `line ${line.className}` });
    path.append(shape("title", {}, line.title ?? ""));
    svg.append(path);
    return { ...line, path };
  });
  for (const box of boxes) svg.append((box.link = link(box, canvas, words)));
  holder.replaceChildren(svg);
  for (const box of boxes) fit(box, canvas);
  walk(svg, boxes);
  light(svg, boxes, drawn);
  return svg;
}

function link(box, canvas, words) {
  const [left, top] = [box.x - canvas.box_width / 2, box.y - canvas.box_height / 2];
  const frame = { x: left, y: top, width: canvas.box_width, height: canvas.box_height, rx: 5, class: "frame" };
  const verdict = box.node.verdict ? ` v-${box.node.verdict}` : "";
  const attributes = { href: box.href, class: `box ${box.className ?? ""}${verdict}` };
  box.text = shape("text", { x: left + 29, y: box.y + 4.5, class: "name" }, box.node.short);
  const parts = [shape("title", {}, box.title), shape("rect", frame), mark(box.node, words, left + 15, box.y, 10)];
  return shape("a", { ...attributes, "data-id": box.node.id, tabindex: -1 }, ...parts, box.text);
}

/** Shortens the name in a box until it fits. */
function fit(box, canvas) {
  const room = canvas.box_width - 34;
  const letters = [...box.node.short];
  if (box.text.getComputedTextLength() <= room) return;
  let [fits, tried] = [0, letters.length];
  while (tried - fits > 1) {
    const middle = (fits + tried) >> 1;
    box.text.textContent = `${letters.slice(0, middle).join("").trimEnd()}…`;
    if (box.text.getComputedTextLength() <= room) fits = middle;
    else tried = middle;
  }
  box.text.textContent = `${letters.slice(0, fits).join("").trimEnd()}…`;
}

/** A line from the edge of one box to the edge of another, bent so that it leaves and arrives straight. */
function route({ from, to, trunk, corners }, { box_width, box_height }) {
  if (corners) return rounded(corners);
  if (trunk) {
    const [x, y] = [from.x - box_width / 2 + 8, from.y + box_height / 2];
    return `M${x},${y}V${to.y}H${to.x - box_width / 2}`;
  }
  const [across, down] = [to.x - from.x, to.y - from.y];
  const sideways = Math.abs(across) > box_width * 0.75;
  const [right, below] = [Math.sign(across), Math.sign(down)];
  const steep = !sideways || (from.className === "step-0" && Math.abs(down) > box_height * 2);
  const start = steep ? [from.x, from.y + (below * box_height) / 2] : [from.x + (right * box_width) / 2, from.y];
  const end = sideways ? [to.x - (right * box_width) / 2, to.y] : [to.x, to.y - (below * box_height) / 2];
  if (sideways) return `M${start}L${end}`;
  const bend = (end[1] - start[1]) / 2;
  return `M${start}C${start[0]},${start[1] + bend} ${end[0]},${end[1] - bend} ${end}`;
}

/** A path through corners x, y, x, y, …, which are rounded a little. */
function rounded(corners) {
  const points = [];
  for (let index = 0; index < corners.length; index += 2) points.push([corners[index], corners[index + 1]]);
  const towards = ([x, y], [u, v]) => {
    const length = Math.hypot(u - x, v - y);
    const part = length ? Math.min(4, length / 2) / length : 0;
    return [x + (u - x) * part, y + (v - y) * part];
  };
  const bends = points.slice(1, -1).map((point, index) => {
    return `L${towards(point, points[index])}Q${point} ${towards(point, points[index + 2])}`;
  });
  return `M${points[0]}${bends.join("")}L${points.at(-1)}`;
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** One box { x, y, link } at a time can be reached by Tab; an arrow key goes to the nearest box in its direction. */
export function walk(svg, boxes) {
  const focus = (box) => {
    for (const other of boxes) other.link.setAttribute("tabindex", other === box ? 0 : -1);
    box.link.focus({ preventScroll: false });
  };
  boxes[0]?.link.setAttribute("tabindex", 0);
  svg.addEventListener("keydown", (event) => {
    const here = boxes.find((box) => box.link === event.target.closest("a"));
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Home") focus(boxes[0]);
    else if (event.key in STEPS) {
      const next = nearest(here, boxes, STEPS[event.key]);
      if (next) focus(next);
    } else return;
    event.preventDefault();
  });
}

function nearest(here, boxes, [right, down]) {
  let [best, least] = [null, Infinity];
  for (const box of boxes) {
    const [x, y] = [box.x - here.x, box.y - here.y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead <= 0 || (right && aside > ahead * 2)) continue;
    if (ahead + 2 * aside < least) [best, least] = [box, ahead + 2 * aside];
  }
  return best;
}

/** While a box is pointed at or has the focus, its lines stand out from the others. */
function light(svg, boxes, lines) {
  const show = (event) => {
    const found = boxes.find((box) => box.link === event.target.closest?.("a"));
    svg.classList.toggle("lit", Boolean(found));
    for (const line of lines) {
      line.path.classList.toggle("on", Boolean(found) && (line.from === found || line.to === found));
    }
  };
  for (const kind of ["pointerover", "focusin", "focusout"]) svg.addEventListener(kind, show);
  svg.tabIndex = -1; // a drawing that listens to the focus would be a stop of the keyboard itself
  svg.addEventListener("pointerleave", () => svg.classList.remove("lit"));
}
