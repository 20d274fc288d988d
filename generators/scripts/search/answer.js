// Results as the theme shows them: one group a page, with a piece of its text in which the terms are marked.
import {isLetter, matched} from "./terms.js";

const LENGTH = 160;
const BEFORE = 40;
const MORE_SECTIONS = 2;
const MOST_MARKS = 6;
const ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"};
const escaped = text => text.replace(/[&<>"']/g, sign => ESCAPES[sign]);

/** Groups of results of a query, the best first; titles and texts are HTML. */
export function answer(index, query) {
  return index.search(query).map(({entry, score, terms, row}) => {
    const sections = bySections(entry, row);
    const named = row.length && row.every(term => term.named || !term.sum);
    const shown = named ? entry.sections[0] : sections[0] ?? entry.sections[0];
    const article = item(index, entry.location, entry.title, shown, score, terms);
    if (entry.location.includes("#")) return [withoutPage(article)];
    const more = sections
      .filter((section, at) => section.anchor && sections.findIndex(({anchor}) => anchor === section.anchor) === at)
      .slice(0, MORE_SECTIONS)
      .map(section => item(index, `${entry.location}#${section.anchor}`, section.heading, section, score / 2, terms));
    return [article, ...more];
  });
}

/** A result that is a place on a page: the theme shows the text of pages alone, so it stands in the title. */
function withoutPage(article) {
  const text = article.text.replace(/^<p>|<\/p>$/g, "");
  return {...article, title: text ? `${article.title}<small class="search-text">${text}</small>` : article.title, text: ""};
}

/** Sections that hold terms, those that hold the most of them first. */
function bySections(entry, row) {
  const counts = new Map();
  for (const {sections} of row) for (const at of sections) counts.set(at, (counts.get(at) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([at]) => entry.sections[at]);
}

function item(index, location, title, section, score, terms) {
  const marks = new Set();
  const shownTitle = marked(title, index.fold(title), terms, marks);
  const text = section ? piece(section, terms, marks) : "";
  const whole = [...marks].filter(mark => ![...marks].some(other => other !== mark && other.includes(mark)));
  const shown = Object.fromEntries(whole.slice(0, MOST_MARKS).map(mark => [mark, true]));
  return {location, title: shownTitle, text, score, terms: shown};
}

function piece({text, folded}, terms, marks) {
  const places = terms.map(term => matched(term, folded).where).filter(at => at >= 0);
  const near = at => places.filter(other => other >= at && other < at + LENGTH - BEFORE).length;
  const first = places.reduce((best, at) => near(at) > near(best) || (near(at) === near(best) && at < best) ? at : best, places[0] ?? 0);
  let start = Math.max(0, first - BEFORE);
  while (start > 0 && start < first && isLetter(folded, start - 1)) start++;
  const end = Math.min(text.length, start + LENGTH);
  const inside = marked(text.slice(start, end), folded.slice(start, end), terms, marks);
  return inside && `<p>${start ? "…" : ""}${inside}${end < text.length ? "…" : ""}</p>`;
}

/** A text as HTML, the terms in it marked; the marked words are added to `marks`. */
function marked(text, folded, terms, marks) {
  const inside = new Uint8Array(text.length);
  for (const {stem, han, weight} of terms) {
    if (weight < 0.2) continue;
    for (let at = folded.indexOf(stem); at !== -1; at = folded.indexOf(stem, at + 1)) {
      if (!han && isLetter(folded, at - 1)) continue;
      inside.fill(1, at, at + stem.length);
    }
  }
  let html = "";
  for (let at = 0; at < text.length;) {
    let end = at + 1;
    while (end < text.length && inside[end] === inside[at]) end++;
    const run = text.slice(at, end);
    html += inside[at] ? `<mark data-md-highlight>${escaped(run)}</mark>` : escaped(run);
    if (inside[at]) marks.add(run);
    at = end;
  }
  return html;
}
