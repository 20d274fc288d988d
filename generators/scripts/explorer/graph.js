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
 * What is one step (or two) away from a node, as { node, link, parent, step }, where `link` leads from the parent; and,
 * with x and y, those that the places of a canvas have room for. Kinds share the room by their number, each with one at
 * least; in the second step parents take turns. Within a kind or a parent the lightest links come first.
 */
export function around(centre, depth, kinds, places) {
  const first = [...neighbours(centre, kinds)].map(([node, link]) => ({ node, link, parent: centre, step: 1 }));
  first.sort(byWeight);
  const inTwo = depth > 1 && secondStep(centre, first, first, kinds).length > 0;
  const seats = inTwo ? places.near : places.first;
  const near = shared(first, seats.length - 1).sort(byKind);
  place(near, seats);
  const second = inTwo ? secondStep(centre, near, first, kinds) : [];
  const far = inTurns(near, second, places.far.length - 1);
  placeNear(far, places.far);
  const [x, y] = inTwo ? places.centre : places.middle;
  return { drawn: [{ node: centre, step: 0, x, y }, ...near, ...far], all: [...first.sort(byKind), ...second.sort(byKind)] };
}

/** Nodes two steps away, each by its lightest link from one of `near`, else from one of `first`. */
function secondStep(centre, near, first, kinds) {
  const found = new Map();
  const known = new Set([centre, ...first.map((entry) => entry.node)]);
  const drawn = new Set(near.map((entry) => entry.node));
  const fewFirst = (a, b) => drawn.has(b.node) - drawn.has(a.node) || a.node.degree - b.node.degree || a.node.number - b.node.number;
  for (const { node: parent } of [...first].sort(fewFirst)) {
    for (const [node, link] of neighbours(parent, kinds)) {
      const held = found.get(node);
      const better = !held || (drawn.has(held.parent) === drawn.has(parent) && link.weight < held.link.weight);
      if (better && !known.has(node)) found.set(node, { node, link, parent, step: 2 });
    }
  }
  return [...found.values()];
}

/** As many entries as there is room for; each kind gets its share by the method of D'Hondt, one at least if it can be. */
function shared(entries, room) {
  if (entries.length <= room) return [...entries];
  const groups = new Map();
  for (const entry of entries) groups.set(entry.node.order, [...(groups.get(entry.node.order) ?? []), entry]);
  const lists = [...groups].sort(([a], [b]) => a - b).map(([, list]) => ({ list, taken: 0 }));
  for (let seat = 0; seat < room; seat += 1) {
    const claim = ({ list, taken }) => (taken === 0 ? Infinity : taken < list.length ? list.length / (taken + 1) : 0);
    lists.reduce((best, one) => (claim(one) > claim(best) ? one : best)).taken += 1;
  }
  return lists.flatMap(({ list, taken }) => list.slice(0, taken));
}

/** As many of the second step as there is room for: one of each parent in turn, then ordered as their parents are. */
function inTurns(parents, entries, room) {
  const lists = parents.map(({ node }) => entries.filter((entry) => entry.parent === node).sort(byWeight));
  const taken = lists.map(() => 0);
  for (let left = room, moved = true; left > 0 && moved; ) {
    moved = false;
    lists.forEach((list, index) => {
      if (left === 0 || taken[index] === list.length) return;
      taken[index] += 1;
      left -= 1;
      moved = true;
    });
  }
  const seats = lists.flatMap((list, index) => list.slice(0, taken[index]).sort(byKind));
  const at = new Map(parents.map((entry) => [entry.node, entry]));
  return seats.map((entry) => ({ ...entry, near: at.get(entry.parent) }));
}

function place(entries, places) {
  places[entries.length].forEach(([x, y], index) => Object.assign(entries[index], { x, y }));
}

/** Places for the second step, in order, begun where the lines to the parents are shortest. */
function placeNear(entries, places) {
  const spots = places[entries.length];
  const length = (turn) =>
    entries.reduce((sum, { near }, index) => {
      const [x, y] = spots[(index + turn) % spots.length];
      return sum + (x - near.x) ** 2 + (y - near.y) ** 2;
    }, 0);
  const turns = spots.map((_, turn) => length(turn));
  const turn = turns.indexOf(Math.min(...turns));
  entries.forEach((entry, index) => {
    [entry.x, entry.y] = spots[(index + turn) % spots.length];
  });
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
