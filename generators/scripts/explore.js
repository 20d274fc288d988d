// The graph explorer: what is shown follows the address, and every choice makes a new one.
import { offers } from "./explorer/controls.js";
import { element, Voice } from "./explorer/evidence.js";
import { readGraph } from "./explorer/graph.js";
import { readState, writeState } from "./explorer/state.js";
import { egoView, lineageView, pathView } from "./explorer/views.js";

// From these widths on, in pixels, a view uses its wide canvas.
const WIDE = { ego: 800, lineage: 1000, path: 0 };
const explorer = document.querySelector(".explorer");

async function fetched(name) {
  const answer = await fetch(explorer.dataset.files + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

function start(data, places, said) {
  const graph = readGraph(data, said);
  const usual = { id: data.middle, kinds: data.shown, from: explorer.dataset.from, to: explorer.dataset.to };
  const voice = new Voice(said.words, explorer.dataset.pages, explorer.dataset.yaml);
  const addressOf = (state) => writeState(state, usual);
  let state = readState(location.search, graph, usual);
  const go = (change) => {
    state = { ...state, ...change };
    history.pushState(null, "", addressOf(state));
    show();
  };
  const world = { graph, voice, places, data, go, addressOf };
  const sections = new Map([...explorer.querySelectorAll("[data-view]")].map((one) => [one.dataset.view, one]));
  const makers = { ego: egoView, lineage: lineageView, path: pathView };
  const views = new Map([...sections].map(([name, section]) => [name, makers[name](section, world)]));
  const tabs = [...explorer.querySelectorAll(".views a")].map((tab) => [tab.hash.slice(1), tab]);
  explorer.append(offers(graph));
  let canvas = "";

  const fitting = () => (explorer.clientWidth >= WIDE[state.view] ? "wide" : "narrow");

  function show() {
    canvas = fitting();
    for (const [name, section] of sections) section.hidden = name !== state.view;
    for (const [name, tab] of tabs) {
      const isMethod = graph.byId.get(state.id)?.kind === "method";
      const id = name === "ego" ? state.id || usual.id : isMethod && name !== state.view ? state.id : "";
      const ends = { from: state.from || usual.from, to: state.to || usual.to };
      tab.href = addressOf({ ...state, ...ends, view: name, id: name === "lineage" && state.view === "ego" ? "" : id });
      if (name === state.view) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    views.get(state.view)(state, canvas);
  }

  explorer.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-id], .views a");
    const address = link?.getAttribute("href");
    if (!address?.startsWith("?") || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    state = readState(address, graph, usual);
    history.pushState(null, "", address);
    show();
    if (link.classList.contains("to-centre")) explorer.scrollIntoView();
  });
  addEventListener("popstate", () => {
    state = readState(location.search, graph, usual);
    show();
  });
  new ResizeObserver(() => {
    if (canvas !== fitting()) show();
  }).observe(explorer);
  show();
}

if (explorer) {
  try {
    start(...(await Promise.all(["graph.json", "places.json", "words.json"].map(fetched))));
  } catch (error) {
    explorer.prepend(element("p", { role: "alert" }, explorer.dataset.failed));
    throw error;
  }
}
