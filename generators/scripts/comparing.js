// Any methods side by side: the whole table stands in the page; this narrows, sorts and turns it.
import { chosen, queryOf, stateOf } from "./comparing/choice.js";
import { controls } from "./comparing/controls.js";
import { cut, parsed, save, written } from "./comparing/csv.js";
import { drawMatrix, readMatrix } from "./comparing/matrix.js";

const place = document.getElementById("compare");
const table = document.getElementById("compare-table");
const whole = document.getElementById("compare-csv");
const documentTable = document.getElementById("compare-document");

const criteriaList = place.querySelector("[data-list=criteria]");
const criteria = [...criteriaList.children].map((item) => ({ id: item.dataset.id, name: item.textContent }));
criteriaList.remove();

const matrix = readMatrix(table, documentTable);
if (documentTable) {
  // Its cells are dimensions of the one table now; the heading stays as the place that says so.
  documentTable.closest("section").hidden = true;
  document.getElementById("document").hidden = true;
}
const ids = criteria.map((criterion) => criterion.id);
let state = stateOf(location.search, matrix, ids);
let now;

const show = controls(place, matrix, criteria, { update, download });
draw();
addEventListener("popstate", () => {
  state = stateOf(location.search, matrix, ids);
  draw();
});

function update(changes) {
  state = { ...state, ...changes };
  history.replaceState(history.state, "", `${location.pathname}${queryOf(state)}${location.hash}`);
  draw();
}

/** The first press sorts upwards, the second downwards, the third not at all. */
function sortBy(id) {
  const again = state.sort === id;
  update(again && state.down ? { sort: "", down: false } : { sort: id, down: again });
  table.querySelector(`.sorts[data-dimension="${CSS.escape(id)}"]`)?.focus();
}

function draw() {
  now = chosen(state, matrix);
  drawMatrix(table, { ...now, state, sortBy, labels: place.dataset });
  show(state, { methods: now.methods.length, dimensions: now.dimensions.length });
}

async function download() {
  const id = (entry) => entry.id;
  try {
    const answer = await fetch(whole.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const records = parsed((await answer.text()).replace(/^\ufeff/, ""));
    save(written(cut(records, now.methods.map(id), now.dimensions.map(id), matrix.dimensions.map(id))), "methods.csv");
  } catch {
    place.querySelector("[role=status]").textContent = place.dataset.csvFailed;
  }
}
