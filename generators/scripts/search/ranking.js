// Which pages a query means: by likeness to a name, and by the words in titles, headings and text.
import {folding, formulaKey, key, pairsOf} from "./folding.js";
import {matched, termsOf} from "./terms.js";

const LIKE_A_NAME = 40;  // for a query that is a name
const WHOLE_NAME = 20;   // and more where it is so to the letter
const IN_NAMES = 10;
const IN_HEADINGS = 5;
const IN_TEXT = 2;
const FORMULA = 30;
const MOST = 30;
const LOOKS_LIKE_A_FORMULA = /[\^=\\]|\d[a-z]?\/[a-z]|_[{a-z]\}?\s*=/;

export class Index {
  constructor({fold, words, entries}) {
    this.fold = folding(fold);
    this.words = words;
    this.entries = entries.map(([location, title, weight, names, formulas, sections]) => {
      const folded = [title, ...names].map(this.fold);
      return {
        location, title, weight,
        head: folded.join("\n"),
        names: [...new Set(folded.map(key))].filter(Boolean).map(name => ({name, pairs: pairsOf(name)})),
        formulas: formulas.map(latex => formulaKey(latex.toLowerCase())),
        sections: sections.map(([anchor, heading, text]) => (
          {anchor, heading, text, foldedHeading: this.fold(heading), folded: this.fold(text)}
        )),
      };
    });
  }

  /** The query as it stands, and with words of Taiwan and of the mainland put for each other. */
  variants(query) {
    const folded = this.fold(query);
    const found = new Set([folded]);
    for (const [from, to] of [[0, 1], [1, 0]]) {
      const fitting = this.words.filter(pair => folded.includes(pair[from])).sort((a, b) => b[from].length - a[from].length);
      found.add(fitting.reduce((text, pair) => text.replaceAll(pair[from], pair[to]), folded));
    }
    return [...found];
  }

  /** Entries that answer a query, the best first: {entry, score, terms, sections}. */
  search(query) {
    const best = new Map();
    for (const variant of this.variants(query)) {
      for (const found of this.searchFolded(variant)) {
        if (found.score > (best.get(found.entry)?.score ?? 0)) best.set(found.entry, found);
      }
    }
    const all = [...best.values()].sort((a, b) => b.score - a.score);
    return all.filter(({score}) => score > all[0].score / 20).slice(0, MOST);
  }

  searchFolded(folded) {
    const terms = termsOf(folded);
    const wanted = [...new Set([key(folded), key(terms.filter(t => t.weight > 0.1).map(t => t.text).join(""))])]
      .slice(0, terms.some(term => term.han) ? 1 : 2)
      .filter(Boolean)
      .map(name => ({name, pairs: pairsOf(name)}));
    const rows = this.entries.map(entry => terms.map(term => standing(term, entry)));
    const weights = terms.map((term, at) => {
      const holding = rows.reduce((sum, row) => sum + (row[at].sum > 0), 0);
      return holding ? term.weight * Math.log(1 + this.entries.length / holding) : 0;
    });
    const total = weights.reduce((a, b) => a + b, 0);
    const formula = LOOKS_LIKE_A_FORMULA.test(folded) ? formulaKey(folded).split("=").filter(part => part.length > 3) : [];
    return this.entries.map((entry, at) => {
      const row = rows[at];
      let [sum, covered] = [0, 0];
      weights.forEach((weight, term) => {
        sum += weight * row[term].sum;
        covered += row[term].sum > 0 ? weight : 0;
      });
      const coverage = total ? covered / total : 0;
      const words = total ? sum / total * coverage ** 2 : 0;
      const likeness = likestName(wanted, entry);
      const name = likeness === 1 ? LIKE_A_NAME + WHOLE_NAME : LIKE_A_NAME * likeness ** 3 * (total ? coverage : 1);
      const inFormula = formula.some(part => entry.formulas.some(latex => latex.includes(part))) ? FORMULA : 0;
      const score = (words + (words || likeness > 0.6 ? name : 0) + inFormula) * entry.weight ** 0.15;
      return {entry, score, terms, weights, row};
    });
  }
}

/** Where a term stands in an entry: the sum over names, headings and text, and the sections that hold it. */
function standing(term, entry) {
  const inNames = matched(term, entry.head).quality;
  const sections = [];
  let [inText, inHeading] = [0, 0];
  entry.sections.forEach((section, at) => {
    const {quality, count} = matched(term, section.folded);
    if (quality) sections.push(at);
    inText = Math.max(inText, quality * (1 + Math.log(1 + count)));
    if (section.heading) inHeading = Math.max(inHeading, matched(term, section.foldedHeading).quality);
  });
  return {sum: IN_NAMES * inNames + IN_TEXT * inText + IN_HEADINGS * inHeading, named: inNames > 0, sections};
}

function likestName(wanted, entry) {
  let best = 0;
  for (const {name, pairs} of wanted) {
    for (const other of entry.names) {
      if (name === other.name) return 1;
      let common = 0;
      for (const pair of pairs) common += other.pairs.has(pair);
      best = Math.max(best, Math.min(0.99, 2 * common / (pairs.size + other.pairs.size)));
    }
  }
  return best;
}
