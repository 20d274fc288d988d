// Fields with which a reader chooses what is shown. Each is made once; `show(state)` sets it to the state.
import { element } from "./evidence.js";

/** A list of all entities, offered by every field that names one. */
export function offers(graph) {
  const options = graph.nodes.map((node) => element("option", { value: node.id, label: node.whole }));
  return element("datalist", { id: "explorer-offers" }, ...options);
}

/** The node that a reader means: by id or name, else the first whose name holds the words; null if there is none. */
export function meant(text, graph, current) {
  const typed = text.trim().toLowerCase();
  if (!typed) return null;
  if (current && typed === current.short.toLowerCase()) return current;
  const names = (node) => [node.id, node.short, node.whole].map((name) => name.toLowerCase());
  return (
    graph.byId.get(typed) ??
    graph.nodes.find((node) => names(node).includes(typed)) ??
    graph.nodes.find((node) => names(node).some((name) => name.includes(typed))) ??
    null
  );
}

/** A field for one entity; `chosen(node)` is called with what was typed, or `unknown(text)`. */
export function entityField(graph, label, chosen, unknown) {
  const input = element("input", { type: "text", list: "explorer-offers", autocomplete: "off", spellcheck: "false" });
  let current = null;
  const go = () => {
    const node = meant(input.value, graph, current);
    if (node === null) unknown(input.value);
    else if (node !== current) chosen(node);
  };
  input.addEventListener("change", go);
  input.addEventListener("focus", () => input.select());
  const show = (node) => {
    current = node;
    input.value = node?.short ?? "";
  };
  return { field: element("label", {}, element("span", {}, label), input), show, go };
}

export function selectField(label, options, chosen) {
  const select = element("select", {}, ...options.map(([value, text]) => element("option", { value }, text)));
  select.addEventListener("change", () => chosen(select.value));
  const show = (value) => {
    select.value = value;
  };
  return { field: element("label", {}, element("span", {}, label), select), show };
}

export function button(label, pressed) {
  const made = element("button", { type: "button", class: "md-button" }, label);
  made.addEventListener("click", pressed);
  return made;
}

/** Boxes to tick, one a kind, each with its mark and how many neighbours are of that kind: filter and legend in one. */
export function kindsField(graph, voice, sample, chosen) {
  const boxes = graph.kinds.map((kind) => {
    const input = element("input", { type: "checkbox", value: kind });
    const count = element("span", { class: "count" });
    return { kind, input, count, label: element("label", {}, input, sample(kind), voice.words[`entity-${kind}`], count) };
  });
  const ticked = () => boxes.filter(({ input }) => input.checked).map(({ kind }) => kind);
  for (const { input } of boxes) input.addEventListener("change", () => chosen(ticked()));
  const list = element("div", { class: "kinds", role: "group", "aria-label": voice.words["explore-kinds"] });
  list.append(...boxes.map(({ label }) => label));
  const show = (kinds, counts) => {
    for (const { kind, input, count } of boxes) {
      input.checked = kinds.includes(kind);
      count.textContent = ` ${counts.get(kind) ?? 0}`;
    }
  };
  return { field: list, show };
}
