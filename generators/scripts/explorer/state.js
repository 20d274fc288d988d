// What is shown, as it stands in the address: ?id=rope&depth=2&kinds=method,paper, ?view=lineage&id=yarn,
// ?view=path&from=sinusoidal&to=yarn. What is as usual is left out.

const VIEWS = ["ego", "lineage", "path"];

/** State of an address's search part; an unknown id, view or kind is as if it were not there. */
export function readState(search, graph, usual) {
  const asked = new URLSearchParams(search);
  const known = (name) => (graph.byId.has(asked.get(name)) ? asked.get(name) : "");
  const view = VIEWS.includes(asked.get("view")) ? asked.get("view") : "ego";
  const kinds = (asked.get("kinds") ?? "").split(",").filter((kind) => graph.kinds.includes(kind));
  const isMethod = graph.byId.get(asked.get("id"))?.kind === "method";
  return {
    view,
    id: view === "ego" ? known("id") || usual.id : isMethod ? known("id") : "",
    depth: asked.get("depth") === "2" ? 2 : 1,
    kinds: asked.has("kinds") ? kinds : usual.kinds,
    from: known("from") || (view === "path" ? usual.from : ""),
    to: known("to") || (view === "path" ? usual.to : ""),
  };
}

/** The search part for a state, with its question mark. */
export function writeState(state, usual) {
  const parts = [];
  if (state.view !== "ego") parts.push(`view=${state.view}`);
  if (state.view === "path") parts.push(`from=${state.from}`, `to=${state.to}`);
  else if (state.id) parts.push(`id=${state.id}`);
  if (state.view === "ego" && state.depth !== 1) parts.push(`depth=${state.depth}`);
  if (state.view === "ego" && state.kinds.join() !== usual.kinds.join()) parts.push(`kinds=${state.kinds.join()}`);
  return `?${parts.join("&")}`;
}
