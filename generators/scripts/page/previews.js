// A link to a method, a claim or a term shows what is said there before it is followed: when a mouse rests on it, or
// when the keyboard has it. Escape closes; a finger just follows the link. Nothing in the page moves.
const HIDE = 200; // milliseconds in which the pointer may go from the link to the preview
const SHOW = 350;
const PARTS = 16; // generators/link_previews.py writes as many
const root = new URL(`${JSON.parse(document.getElementById("__config")?.textContent ?? "{}").base ?? "."}/`, location);
const files = new Map();
let box, link, waiting;

/** Where a link leads, in HTML or in a drawing. */
function addressOf(next) {
  return new URL(next.getAttribute("href"), location);
}

/** The file that tells of a link's target, and the target's id in it; nothing for links to other things. */
function source(address) {
  if (!address.href.startsWith(root.href) || address.pathname === location.pathname) return null;
  const [kind, id, rest] = address.pathname.slice(root.pathname.length).split("/");
  if (kind === "glossary" && !id && address.hash) return ["glossary/previews.json", decodeURIComponent(address.hash.slice(1))];
  if (!id || rest !== "") return null;
  if (kind === "methods") return ["methods/previews.json", id];
  const part = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % PARTS;
  return kind === "c" ? [`c/previews-${part}.json`, id] : null;
}

function asked(name) {
  if (!files.has(name)) {
    const answer = fetch(new URL(name, root)).then((answer) => (answer.ok ? answer.json() : null));
    files.set(name, answer.catch(() => null)); // without the file a link is just a link
  }
  return files.get(name);
}

function part(name, text, marks = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = marks;
  return made;
}

function make() {
  box = part("div", "", "preview");
  box.id = "preview";
  box.popover = "manual";
  box.role = "tooltip";
  box.addEventListener("pointerenter", () => clearTimeout(waiting));
  box.addEventListener("pointerleave", () => later(hide, HIDE));
  document.body.append(box);
}

function later(what, time) {
  clearTimeout(waiting);
  waiting = setTimeout(what, time);
}

async function show(next, line) {
  const [file, id] = source(addressOf(next));
  const data = await asked(file);
  const [name, text, verdicts] = data?.of[id] ?? [];
  // What stands beside the link already is not said again.
  const beside = next.closest("li, p, td, th, dd, article")?.textContent ?? "";
  if (next !== link || !text || beside.includes(text)) return;
  if (!box) make();
  const counts = part("p", "", "preview-verdicts");
  for (const [verdict, count] of verdicts) {
    counts.append(part("span", `${count || ""} ${data.words[verdict]}`.trim(), `badge v-${verdict}`));
  }
  const said = [name && part("b", name), part("p", text), verdicts.length && counts];
  box.replaceChildren(...said.filter(Boolean));
  next.setAttribute("aria-describedby", box.id);
  next.removeAttribute("title"); // the browser would show it over the preview
  box.showPopover();
  const above = line.bottom + box.offsetHeight + 12 > innerHeight && line.top > box.offsetHeight + 12;
  box.style.top = `${above ? line.top - box.offsetHeight - 6 : line.bottom + 6}px`;
  box.style.left = `${Math.max(8, Math.min(line.left, innerWidth - box.offsetWidth - 8))}px`;
}

function hide() {
  clearTimeout(waiting);
  link?.removeAttribute("aria-describedby");
  link = null;
  if (box?.matches(":popover-open")) box.hidePopover();
}

/** The line of a link that breaks over several on which the pointer is; the first for the keyboard. */
function lineOf(next, event) {
  const lines = [...next.getClientRects()];
  return lines.find((line) => line.top <= event.clientY && event.clientY <= line.bottom) ?? lines[0];
}

function consider(event) {
  const next = event.target.closest?.("article.md-content__inner a[href]:not([popover] *)");
  if (!next) return;
  if (next !== link) hide();
  else if (box?.matches(":popover-open")) return clearTimeout(waiting);
  if (!source(addressOf(next))) return;
  link = next;
  later(() => show(next, lineOf(next, event)), SHOW);
}

document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && consider(event));
document.addEventListener("pointerout", (event) => {
  if (link?.contains(event.target) && !link.contains(event.relatedTarget)) later(hide, HIDE);
});
document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && consider(event));
document.addEventListener("focusout", (event) => event.target === link && hide());
addEventListener("keydown", (event) => event.key === "Escape" && hide());
addEventListener("scroll", () => box?.matches(":popover-open") && hide(), { passive: true });
