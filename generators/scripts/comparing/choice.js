// What the reader asked for: it stands in the address, so that a link shows the same table.

const listed = (text) => (text ?? "").split(",").filter(Boolean);

/** The state that an address says; names that do not exist are left out. */
export function stateOf(search, matrix, criteria) {
  const query = new URLSearchParams(search);
  const known = new Set(matrix.dimensions.map((dimension) => dimension.id));
  const sort = query.get("sort") ?? "";
  const by = sort.replace(/^-/, "");
  return {
    methods: [...new Set(listed(query.get("m")))].filter((id) => matrix.byId.has(id)),
    dimensions: [...new Set(listed(query.get("d")))].filter((id) => known.has(id)),
    criteria: listed(query.get("is")).filter((id) => criteria.includes(id)),
    find: query.get("q") ?? "",
    sort: known.has(by) ? by : "",
    down: known.has(by) && sort.startsWith("-"),
    differences: query.get("diff") === "1",
  };
}

/** The query that says a state; empty where it is the usual one. Commas stay as they are, for people to read. */
export function queryOf(state) {
  const parts = [
    ["m", state.methods.join(",")],
    ["d", state.dimensions.join(",")],
    ["is", state.criteria.join(",")],
    ["q", state.find],
    ["sort", (state.down ? "-" : "") + state.sort],
    ["diff", state.differences ? "1" : ""],
  ].filter(([, value]) => value && value !== "-");
  const said = parts.map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  return said.length ? `?${said.join("&")}` : "";
}

/** Methods and dimensions to show: those chosen, in the order chosen; filtered; sorted; only where they differ. */
export function chosen(state, matrix) {
  const find = state.find.trim().toLowerCase();
  const matches = (method) =>
    method.text.includes(find) || [...method.cells.values()].some((cell) => cell.words.toLowerCase().includes(find));
  let methods = state.methods.length ? state.methods.map((id) => matrix.byId.get(id)) : [...matrix.methods];
  methods = methods.filter((method) => state.criteria.every((criterion) => method.met.has(criterion)));
  if (find) methods = methods.filter(matches);
  if (state.sort) methods.sort(order(state.sort, state.down));
  const wanted = state.dimensions.length ? new Set(state.dimensions) : new Set(matrix.usual);
  let dimensions = matrix.dimensions.filter((dimension) => wanted.has(dimension.id));
  if (state.differences && methods.length > 1) {
    const said = (dimension) => new Set(methods.map((method) => method.cells.get(dimension.id)?.words ?? ""));
    dimensions = dimensions.filter((dimension) => said(dimension).size > 1);
  }
  return { methods, dimensions };
}

/** Order by the number of a cell, then by its words; those without either stand last, whichever the direction. */
function order(id, down) {
  const sign = down ? -1 : 1;
  return (one, other) => {
    const [a, b] = [one.cells.get(id), other.cells.get(id)];
    const empty = (cell) => !cell || (cell.sort === null && (cell.words === "—" || !cell.words));
    if (empty(a) || empty(b)) return empty(a) - empty(b);
    if (a.sort === null || b.sort === null) {
      if ((a.sort === null) !== (b.sort === null)) return (a.sort === null) - (b.sort === null);
      return sign * a.words.localeCompare(b.words);
    }
    return sign * (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0);
  };
}
