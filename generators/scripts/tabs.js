// Turns the parts of a page, each from one empty .depth to the next, into tabs. The address names what is shown:
// that of a tab, or of anything inside it. Searching in the page and printing still reach every part.
import { contents } from "./tabs/contents.js";

const panels = [...document.querySelectorAll(".depth")];
const tabs = [];
const list = document.createElement("div");
let opened = () => {};

function select(index, { focus = false, record = false } = {}) {
  panels.forEach((panel, place) => {
    const chosen = place === index;
    if (chosen) panel.removeAttribute("hidden");
    else panel.setAttribute("hidden", "until-found");
    tabs[place].setAttribute("aria-selected", String(chosen));
    tabs[place].tabIndex = chosen ? 0 : -1;
  });
  opened();
  if (focus) tabs[index].focus();
  if (record) history.replaceState(history.state, "", `#${panels[index].id}`);
}

/** Shows the part that holds the place which the address names. */
function follow(hash) {
  const target = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
  const index = target ? panels.findIndex((panel) => panel.contains(target)) : -1;
  if (index < 0) return;
  select(index);
  (target === panels[index] ? list : target).scrollIntoView();
}

function press(event) {
  const here = tabs.indexOf(event.currentTarget);
  const last = tabs.length - 1;
  const next = {
    ArrowRight: here === last ? 0 : here + 1,
    ArrowLeft: here === 0 ? last : here - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  select(next, { focus: true, record: true });
}

function build() {
  list.className = "depth-tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", panels[0].dataset.list);
  panels.forEach((panel, index) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `tab-${panel.id}`;
    tab.textContent = panel.dataset.name;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => select(index, { record: true }));
    tab.addEventListener("keydown", press);
    list.append(tab);
    tabs.push(tab);
    while (panel.nextElementSibling && !panel.nextElementSibling.matches(".depth, .depth-end")) {
      panel.append(panel.nextElementSibling);
    }
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    panel.addEventListener("beforematch", () => select(index));
  });
  panels[0].before(list);
  list.parentElement.classList.add("with-tabs");
  opened = contents(list);
  select(0);
  follow(location.hash);
  addEventListener("hashchange", () => follow(location.hash));
  // A link to the place that the address names already changes no address.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href*='#']");
    if (link && link.href === location.href) follow(link.hash);
  });
}

if (panels.length > 1) build();
