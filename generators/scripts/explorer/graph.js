// The graph as fetched: nodes, their links both ways, which of them a drawing has room for, and the lightest path.

/**
 * Turns the files graph.json and words.json into nodes and links.
 *
 * A node has number, id, kind, verdict and status (claims only), short and whole name, links. A link has the node at
 * the other end, whether it goes out to it, relation, 1-based line and node of the YAML file, claims, weight.
 */
export function readGraph(data, words) {
  const nodes = data.nodes.map(([id, kind, folder, verdict, status], number) => ({
    number,
    id,
    kind: data.kinds[kind][0],
    order: kind,
    page: data.kinds[kind][1].replace("{}", id),
    yaml: `${data.folders[folder]}${id}/`,
    verdict: data.verdicts[verdict]?.[0],
    icon: data.verdicts[verdict]?.[1],
    status: data.statuses[status],
    short: words?.names[number][0] ?? id,
    whole: words?.names[number].at(-1) ?? id,
    links: [],
  }));
  for (const [from, to, relation, line, weight, ...claims] of data.edges) {
    const said = {
      relation: data.relations[relation],
      line,
      weight,
      file: nodes[from],
      claims: claims.map((n) => nodes[n]),
    };
    nodes[from].links.push({ other: nodes[to], outward: true, ...said });
    nodes[to].links.push({ other: nodes[from], outward: false, ...said });
  }
  for (const node of nodes) node.degree = new Set(node.links.map((link) => link.other)).size;
  return { nodes, byId: new Map(nodes.map((node) => [node.id, node])), kinds: data.kinds.map(([kind]) => kind) };
}

/** Lightest link of a node to each neighbour of some kinds (a Set), as a Map from neighbour to link. */
export function neighbours(node, kinds) {
  const found = new Map();
  for (const link of node.links) {
    if (!kinds.has(link.other.kind)) continue;
    if (!found.has(link.other) || link.weight < found.get(link.other).weight) found.set(link.other, link);
  }
  return found;
}

const byWeight = (a, b) =>
  a.link.weight - b.link.weight || b.node.degree - a.node.degree || a.node.number - b.node.number;
const byKind = (a, b) => a.node.order - b.node.order || a.link.weight - b.link.weight || a.node.number - b.node.number;

/**
 * What is one step (or two) away from a node, as { node, link, parent, step }, where `link` leads from the parent, and
 * the same with x and y for those that the places of a canvas have room for: lightest links first, then the most linked.
 */
export function around(centre, depth, kinds, places) {
  const first = [...neighbours(centre, kinds)].map(([node, link]) => ({ node, link, parent: centre, step: 1 }));
  const second = depth > 1 ? secondStep(centre, first, kinds) : [];
  const inner = second.length ? places.near : places.first;
  const near = first.sort(byWeight).slice(0, inner.length - 1).sort(byKind);
  place(near, inner);
  const seat = new Map(near.map((entry, index) => [entry.node, index]));
  const far = second
    .filter((entry) => seat.has(entry.parent))
    .sort(byWeight)
    .slice(0, places.far.length - 1)
    .sort((a, b) => seat.get(a.parent) - seat.get(b.parent) || byKind(a, b));
  place(far, places.far);
  const [x, y] = second.length ? places.centre : places.middle;
  const drawn = [{ node: centre, step: 0, x, y }, ...near, ...far];
  return { drawn, all: [...first.sort(byKind), ...second.sort(byKind)] };
}

function secondStep(centre, first, kinds) {
  const found = new Map();
  const known = new Set([centre, ...first.map((entry) => entry.node)]);
  for (const { node: parent } of first.sort(byWeight)) {
    for (const [node, link] of neighbours(parent, kinds)) {
      if (known.has(node)) continue;
      if (!found.has(node) || link.weight < found.get(node).link.weight) {
        found.set(node, { node, link, parent, step: 2 });
      }
    }
  }
  return [...found.values()];
}

function place(entries, places) {
  places[entries.length].forEach(([x, y], index) => Object.assign(entries[index], { x, y }));
}

/** Links of the lightest path between two nodes, in order, each with `node`, where it starts; null if there is none. */
export function lightestPath(nodes, from, to) {
  const total = new Array(nodes.length).fill(Infinity);
  const came = new Array(nodes.length);
  const open = new Set([from]);
  total[from.number] = 0;
  while (open.size) {
    let here = null;
    for (const node of open) {
      const nearer = here === null || total[node.number] < total[here.number];
      if (nearer || (total[node.number] === total[here.number] && node.number < here.number)) here = node;
    }
    if (here === to) break;
    open.delete(here);
    for (const link of here.links) {
      const tried = total[here.number] + link.weight;
      if (tried < total[link.other.number]) {
        total[link.other.number] = tried;
        came[link.other.number] = { node: here, ...link };
        open.add(link.other);
      }
    }
  }
  if (total[to.number] === Infinity) return null;
  const steps = [];
  for (let node = to; node !== from; node = steps[0].node) steps.unshift(came[node.number]);
  return steps;
}
