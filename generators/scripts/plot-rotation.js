// One pair of channels, turned by the positions of a query and a key.
import { filled, shown } from "./formulas/numbers.js";
import { content, drawing, pair, shifts } from "./formulas/rotation.js";
import { settings } from "./plots/settings.js";
import { fill, heads } from "./plots/table.js";

const page = document.querySelector("[data-plot=rotation]");
const table = page.querySelector("table[data-shifts]");
const names = heads(table);
const words = page.dataset;
const turn = page.querySelector("button[data-turn]");
let timer = 0;

// The angle and the product as far as a reader needs them; a product of 1e-17 is none.
const short = (value) => shown(Math.round(value * 1e4) / 1e4);

function show(values) {
  const given = { ...content(values.phi), m: values.m, n: values.n, theta: values.theta };
  for (const [name, attributes] of Object.entries(drawing(given))) {
    const part = page.querySelector(`[data-part="${name}"]`);
    for (const [attribute, value] of Object.entries(attributes)) part.setAttribute(attribute, value);
  }
  const [now] = shifts(given, 1);
  page.querySelector("[data-says]").textContent = filled(words.says, {
    m: shown(now.m), n: shown(now.n), theta: shown(values.theta), offset: shown(now.m - now.n),
    between: short(now.between), product: short(pair(given).product),
  });
  fill(table, names, shifts(given, table.tBodies[0].rows.length).map((row) => [
    shown(row.m), shown(row.n), short(row.query), short(row.key), short(row.between), short(row.product),
  ]));
}

const fields = settings(page.querySelector("form"), show);

// Both positions move on by one token; past the end of the sliders they begin anew with the same offset.
function shift() {
  const { m, n } = fields.values();
  const most = Number(page.querySelector("input[name=m]").max);
  const back = Math.max(m, n) + 1 > most ? Math.min(m, n) : -1;
  fields.set({ m: m - back, n: n - back });
}

page.querySelector("button[data-shift]").addEventListener("click", shift);
// Nothing moves unless it is asked to.
turn.addEventListener("click", () => {
  clearInterval(timer);
  timer = timer ? 0 : setInterval(shift, 400);
  turn.textContent = timer ? words.stopTurning : words.startTurning;
});
