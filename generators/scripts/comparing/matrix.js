// The tables that the page came with, read once, and drawn again as the reader wants them. Cells are moved, not copied.

const words = (node) => node.textContent.trim().replace(/\s+/g, " ");

/** What a cell holds: its nodes, the words of its value, and the number that sorts it, or null. */
function cell(td) {
  const sort = td.dataset.sort;
  return {
    nodes: [...td.childNodes],
    words: td.firstChild ? words(td.firstChild) : "",
    sort: sort === undefined ? null : Number(sort),
  };
}

/** Methods, dimensions and cells from the table of all methods and from that of the document, where there is one. */
export function readMatrix(table, documentTable) {
  const dimensions = [...table.tHead.rows[0].cells].slice(1).map((th) => ({ id: th.dataset.dimension, name: words(th) }));
  const shown = dimensions.length;
  const methods = [...table.tBodies[0].rows].map((row) => ({
    id: row.dataset.method,
    name: words(row.cells[0]),
    family: row.dataset.family,
    met: new Set(row.dataset.met.split(" ")),
    heading: [...row.cells[0].childNodes],
    text: `${row.dataset.method} ${words(row.cells[0])} ${row.dataset.names}`.toLowerCase(),
    cells: new Map([...row.cells].slice(1).map((td, at) => [dimensions[at].id, cell(td)])),
  }));
  const byId = new Map(methods.map((method) => [method.id, method]));
  if (documentTable) {
    const columns = [...documentTable.tHead.rows[0].cells].slice(1).map((th) => th.dataset.method);
    for (const row of documentTable.tBodies[0].rows) {
      dimensions.push({ id: row.dataset.dimension, name: words(row.cells[0]) });
      [...row.cells].slice(1).forEach((td, at) => byId.get(columns[at]).cells.set(row.dataset.dimension, cell(td)));
    }
  }
  return { methods, byId, dimensions, usual: dimensions.slice(0, shown).map((dimension) => dimension.id) };
}

function heading(scope, nodes, label) {
  const th = document.createElement("th");
  th.scope = scope;
  th.append(...nodes);
  if (label) th.dataset.label = label;
  return th;
}

/** A cell of the new table; where the document says nothing, `silent` says so to those who cannot see the dash. */
function filled(method, dimension, label, silent) {
  const td = document.createElement("td");
  const found = method.cells.get(dimension.id);
  td.dataset.label = label;
  if (found) td.append(...found.nodes);
  else {
    const note = document.createElement("span");
    note.className = "sr";
    note.textContent = silent;
    td.append("—", note);
  }
  return td;
}

/** A heading that sorts by its dimension, and says how the table is sorted. */
function sorting(scope, dimension, state, sortBy) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "sorts";
  button.textContent = dimension.name;
  button.dataset.dimension = dimension.id;
  button.addEventListener("click", () => sortBy(dimension.id));
  const th = heading(scope, [button]);
  if (state.sort === dimension.id) th.setAttribute("aria-sort", state.down ? "descending" : "ascending");
  return th;
}

/** Draws methods and dimensions into the table: few methods as columns beside each other, many as rows. */
export function drawMatrix(table, { methods, dimensions, state, sortBy, labels }) {
  const beside = methods.length > 0 && methods.length <= 4;
  const head = document.createElement("tr");
  const body = document.createElement("tbody");
  const corner = heading("col", [beside ? labels.dimension : labels.method]);
  if (beside) {
    head.append(corner, ...methods.map((method) => heading("col", method.heading)));
    for (const dimension of dimensions) {
      const row = body.insertRow();
      row.dataset.dimension = dimension.id;
      row.append(sorting("row", dimension, state, sortBy));
      row.append(...methods.map((method) => filled(method, dimension, method.name, labels.silent)));
    }
  } else {
    head.append(corner, ...dimensions.map((dimension) => sorting("col", dimension, state, sortBy)));
    for (const method of methods) {
      const row = body.insertRow();
      row.dataset.method = method.id;
      row.append(heading("row", method.heading));
      row.append(...dimensions.map((dimension) => filled(method, dimension, dimension.name, labels.silent)));
    }
  }
  table.classList.toggle("beside", beside);
  table.tHead.replaceChildren(head);
  table.tBodies[0].replaceWith(body);
}
