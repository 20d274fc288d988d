// The three views. Each is made once for its section and gives show(state, canvas), which draws it anew.
import { button, entityField, kindsField, selectField } from "./controls.js";
import { draw, lineClass, mark, shape } from "./drawing.js";
import { element, neighbourRows, pathList } from "./evidence.js";
import { around, lightestPath } from "./graph.js";

const LINES = ["verified-by-run", "refuted-by-run", "sourced", "otherwise", "field-only"];

function sample(voice, kind) {
  const picture = shape("svg", { viewBox: "0 0 24 24", width: 24, height: 24, class: "sample", "aria-hidden": "true" });
  picture.append(mark({ kind }, voice.words, 12, 12, 10));
  return picture;
}

/** What the lines mean, and in the view of neighbours what the icons of claims mean. */
function legend(voice, data, lines, withVerdicts) {
  const words = { otherwise: "explore-otherwise", "field-only": "explore-field-only" };
  const items = lines.map((name) => {
    const picture = shape("svg", { viewBox: "0 0 36 12", width: 36, height: 12, class: "sample", "aria-hidden": "true" });
    picture.append(shape("path", { d: "M0,6H36", class: `line l-${name}` }));
    return element("li", {}, picture, " ", voice.words[words[name] ?? `status-${name}`]);
  });
  for (const [verdict, icon] of withVerdicts ? data.verdicts : []) {
    const picture = shape("svg", { viewBox: "0 0 24 24", width: 24, height: 24, class: "sample", "aria-hidden": "true" });
    picture.append(mark({ kind: "claim", verdict, icon }, voice.words, 12, 12, 10));
    items.push(element("li", {}, picture, " ", voice.words[`verdict-${verdict}`]));
  }
  return element("ul", { class: "legend", "aria-label": voice.words["explore-legend"] }, ...items);
}

/** Gives the parts of a section: controls, a line that says what is shown, the drawing, a hint, a legend. */
function frame(section, controls, after) {
  const said = element("p", { class: "small said", role: "status" });
  const picture = element("div", { class: "picture" });
  const holder = section.querySelector(".drawing");
  holder.append(element("div", { class: "controls" }, ...controls), said, picture, ...after);
  holder.hidden = false;
  return { said, picture };
}

/** Draws again and keeps the focus in the drawing where it was there. */
function redraw(picture, paint) {
  const focused = picture.contains(document.activeElement);
  const svg = paint();
  if (focused) svg.querySelector('a[tabindex="0"]')?.focus({ preventScroll: true });
}

function describe(voice, node) {
  const verdict = node.verdict ? `${voice.words[`verdict-${node.verdict}`]}${voice.words.colon}` : "";
  return `${voice.words[`entity-${node.kind}`]}${voice.words.colon}${verdict}${node.whole}`;
}

export function egoView(section, world) {
  const { graph, voice, places, data, go, addressOf } = world;
  const unknown = (what) => (said.textContent = voice.say("explore-unknown", { what }));
  const entity = entityField(graph, voice.words["explore-choose"], (node) => go({ id: node.id }), unknown);
  const steps = [["1", "1"], ["2", "2"]];
  const depth = selectField(voice.words["explore-depth"], steps, (value) => go({ depth: Number(value) }));
  const kinds = kindsField(graph, voice, (kind) => sample(voice, kind), (chosen) => go({ kinds: chosen }));
  const box = element("details", { class: "kinds-box" }, element("summary", {}, voice.words["explore-kinds"]), kinds.field);
  box.open = matchMedia("(min-width: 60rem)").matches;
  const hint = element("p", { class: "small" }, voice.words["explore-keys"]);
  const fields = [entity.field, button(voice.words["explore-go"], entity.go), depth.field, box];
  const { said, picture } = frame(section, fields, [hint, legend(voice, data, LINES, true)]);
  const [heading, body] = [section.querySelector(".of-table"), section.querySelector("tbody")];
  return (state, canvas) => {
    const centre = graph.byId.get(state.id);
    const chosen = new Set(state.kinds);
    const { drawn, all } = around(centre, state.depth, chosen, places.ego[canvas]);
    entity.show(centre);
    depth.show(String(state.depth));
    const seen = new Set(centre.links.map((link) => link.other));
    kinds.show(state.kinds, counted(seen));
    const numbers = { name: centre.short, drawn: drawn.length - 1, left: all.length - drawn.length + 1 };
    const sentence = !all.length ? "explore-nothing" : numbers.left ? "explore-left" : "explore-drawn";
    said.textContent = voice.say(sentence, numbers);
    redraw(picture, () => paint(drawn, state, canvas));
    heading.textContent = voice.say("explore-table", { name: centre.whole });
    body.replaceChildren(...neighbourRows(voice, centre, all, chosen, (node) => addressOf({ ...state, id: node.id })));
  };

  function counted(nodes) {
    const found = new Map();
    for (const node of nodes) found.set(node.kind, (found.get(node.kind) ?? 0) + 1);
    return found;
  }

  function paint(drawn, state, name) {
    const { canvas, centre } = places.ego[name];
    const boxOf = new Map();
    const boxes = drawn.map(({ node, x, y, step, link, parent }) => {
      const way = link ? `${voice.words.colon}${voice.joined(parent.short, voice.relation(link), node.short)}` : "";
      const href = step ? addressOf({ ...state, id: node.id }) : voice.pages + node.page;
      const title = step ? describe(voice, node) + way : `${voice.words["explore-open"]}${voice.words.colon}${node.whole}`;
      const made = { node, x, y, className: `step-${step}`, href, title };
      boxOf.set(node, made);
      return made;
    });
    const trunk = name === "narrow" && drawn[0].x === centre[0];
    const lines = drawn.slice(1).map(({ node, link, parent, step }) => ({
      from: boxOf.get(parent),
      to: boxOf.get(node),
      className: lineClass(link),
      trunk: trunk && step === 1,
    }));
    const heights = boxes.map((box) => box.y);
    const top = Math.min(...heights) - canvas.box_height;
    const used = { ...canvas, top, height: Math.max(...heights) + canvas.box_height - top }; // a few need no more
    return draw(picture, used, boxes, lines, voice.words, section.querySelector("h2").textContent);
  }
}

export function lineageView(section, world) {
  const { graph, voice, places, data, go, addressOf } = world;
  const methods = graph.nodes.filter((node) => node.kind === "method");
  const options = [["", voice.words["explore-all-methods"]], ...methods.map((node) => [node.id, node.short])];
  const method = selectField(voice.words["entity-method"], options, (id) => go({ id }));
  const hint = element("p", { class: "small" }, voice.words["explore-keys-lineage"]);
  const { said, picture } = frame(section, [method.field], [hint, legend(voice, data, LINES.slice(0, 4), false)]);
  const rows = [...section.querySelectorAll("tbody tr")];
  return (state, name) => {
    const drawing = places.lineage[name].drawings[state.id];
    method.show(state.id);
    const ids = new Set(drawing.places.map(([id]) => id));
    const about = { n: ids.size, name: graph.byId.get(state.id)?.short };
    said.textContent = voice.say(state.id ? "explore-family-of" : "explore-all-drawn", about);
    for (const row of rows) {
      row.hidden = !ids.has(row.dataset.child) || ("parent" in row.dataset && !ids.has(row.dataset.parent));
    }
    redraw(picture, () => paint(drawing, state, name));
  };

  function paint(drawing, state, name) {
    const canvas = { ...places.lineage[name].canvas, height: drawing.height };
    const boxes = drawing.places.map(([id, x, y]) => {
      const node = graph.byId.get(id);
      const className = `${places.without_paper.includes(id) ? "without-paper" : ""} ${id === state.id ? "step-0" : ""}`;
      const href = id === state.id ? voice.pages + node.page : addressOf({ ...state, id });
      const title = `${node.whole}${voice.words.colon}${voice.words[`family-${places.families[id]}`]}`;
      return { node, x, y, className, href, title };
    });
    const boxOf = new Map(boxes.map((box) => [box.node.id, box]));
    const lines = drawing.lines.map(([parent, child, ...corners]) => {
      const isDescent = (link) => link.outward && link.relation === "descends_from" && link.other.id === parent;
      const link = graph.byId.get(child).links.find(isDescent);
      const ends = { from: boxOf.get(parent), to: boxOf.get(child) };
      return { ...ends, corners, className: lineClass(link), title: places.settings[`${child} ${parent}`] };
    });
    const label = section.querySelector("h2").textContent;
    return draw(picture, canvas, boxes, lines, voice.words, label, scale(drawing, canvas));
  }

  /** Years, each with a line above it, and the names of families above their columns. */
  function scale(drawing, canvas) {
    const years = drawing.years.flatMap(([year, top]) => [
      shape("path", { d: `M0,${top + 4}H${canvas.width}`, class: "year-line" }),
      canvas.name === "narrow"
        ? shape("text", { x: canvas.width - 6, y: top + 20, "text-anchor": "end", class: "year" }, year)
        : shape("text", { x: 4, y: top + 24, class: "year" }, year),
    ]);
    const lanes = drawing.lanes.map(([family, x]) =>
      shape("text", { x, y: 16, "text-anchor": "middle", class: "lane" }, voice.words[`family-${family}`]),
    );
    return [...years, ...lanes];
  }
}

export function pathView(section, world) {
  const { graph, voice, go } = world;
  const unknown = (what) => (said.textContent = voice.say("explore-unknown", { what }));
  const from = entityField(graph, voice.words["explore-start"], (node) => go({ from: node.id }), unknown);
  const to = entityField(graph, voice.words["explore-end"], (node) => go({ to: node.id }), unknown);
  let shown = {};
  const swap = button(voice.words["explore-swap"], () => go({ from: shown.to, to: shown.from }));
  const { said } = frame(section, [from.field, to.field, swap], []);
  const result = section.querySelector(".steps-found");
  return (state) => {
    shown = state;
    const [start, end] = [graph.byId.get(state.from), graph.byId.get(state.to)];
    from.show(start);
    to.show(end);
    if (!start || !end || start === end) {
      said.textContent = start && start === end ? voice.words["explore-same"] : "";
      result.replaceChildren();
      return;
    }
    const steps = lightestPath(graph.nodes, start, end);
    const weight = steps?.reduce((sum, link) => sum + link.weight, 0);
    const about = { from: start.short, to: end.short, n: steps?.length, weight };
    said.textContent = voice.say(steps ? "explore-steps" : "explore-no-path", about);
    result.replaceChildren(...(steps ? [pathList(voice, steps)] : []));
  };
}
