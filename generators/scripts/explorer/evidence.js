// Words, links and badges, as elements; and the tables and lists made of them.

export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/** What the page and the files say: words, and addresses of pages and of lines of the YAML. */
export class Voice {
  constructor(words, pages, yaml) {
    Object.assign(this, { words, pages, yaml });
  }

  say(key, values = {}) {
    return this.words[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  relation(link) {
    return this.words[`${link.outward ? "relation" : "inverse"}-${link.relation}`];
  }

  /** Words side by side, with a space between unless both are Chinese there. */
  joined(...parts) {
    return parts.reduce((text, part) => text + (/\p{Script=Han}$/u.test(text) && /^\p{Script=Han}/u.test(part) ? "" : " ") + part);
  }

  mark(node) {
    const colour = node.verdict ? `v-${node.verdict}` : `kind-${node.kind}`;
    const attributes = { class: `node-mark ${colour}`, "aria-hidden": "true" };
    return element("span", attributes, node.icon ?? this.words[`mark-${node.kind}`]);
  }

  entity(node, text = node.short) {
    const link = element("a", { href: this.pages + node.page }, text);
    if (node.whole !== text) link.title = node.whole;
    return [this.mark(node), " ", link];
  }

  /** Badge and status of each claim behind a link, and the line of the YAML that makes it. */
  evidence(link) {
    const parts = link.claims.flatMap((claim) => {
      const icon = element("span", { "aria-hidden": "true" }, claim.icon);
      const attributes = { class: `badge v-${claim.verdict}`, href: this.pages + claim.page, title: claim.whole };
      const badge = element("a", attributes, icon, ` ${this.words[`verdict-${claim.verdict}`]}`);
      const status = element("span", { class: `status s-${claim.status}` }, this.words[`status-${claim.status}`]);
      return [badge, " ", status, " "];
    });
    const line = this.say("explore-yaml-line", { line: link.line });
    return [...parts, element("a", { class: "yaml-line", href: `${this.yaml}${link.file.yaml}#L${link.line}` }, line)];
  }
}

/** Rows of the table: every link of a node to its neighbours; then, for a second step, the way to each. */
export function neighbourRows(voice, centre, all, kinds, hrefOf) {
  const rows = [];
  const add = (from, link, via) => {
    const relation = element("td", { "data-label": voice.words["explore-relation"] });
    relation.append(voice.joined(from.short, voice.relation(link)));
    if (via) relation.append(element("br"), element("small", {}, voice.say("explore-via", { name: via.short })));
    const move = element("a", { class: "to-centre", href: hrefOf(link.other), "data-id": link.other.id });
    move.append(voice.words["explore-centre"]);
    const entity = element("th", { scope: "row" }, ...voice.entity(link.other), element("br"), move);
    move.setAttribute("aria-label", `${voice.words["explore-centre"]}${voice.words.colon}${link.other.short}`);
    const evidence = element("td", { "data-label": voice.words["explore-evidence"] }, ...voice.evidence(link));
    rows.push(element("tr", {}, relation, entity, evidence));
  };
  const links = centre.links.filter((link) => kinds.has(link.other.kind));
  links.sort((a, b) => a.other.number - b.other.number || a.weight - b.weight);
  for (const link of links) add(centre, link);
  for (const entry of all) if (entry.step === 2) add(entry.parent, entry.link, entry.parent);
  return rows;
}

/** The steps of a path as a list. */
export function pathList(voice, steps) {
  const items = steps.map((link) =>
    element(
      "li",
      {},
      ...voice.entity(link.node),
      " ",
      element("span", { class: "relation" }, voice.relation(link)),
      " ",
      ...voice.entity(link.other),
      element("br"),
      element("span", { class: "evidence" }, ...voice.evidence(link)),
      " ",
      element("small", {}, voice.say("explore-weight", { n: link.weight })),
    ),
  );
  return element("ol", { class: "path" }, ...items);
}
