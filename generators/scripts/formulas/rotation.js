// One pair of channels, turned.

/** A point of the plane turned by an angle in radians. */
export function turned([x, y], angle) {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [cosine * x - sine * y, sine * x + cosine * y];
}

/** Inner product of two points. */
export function product([a, b], [c, d]) {
  return a * c + b * d;
}

/**
 * Query q at position m and key k at n, with frequency theta (radians a token): both turned, their angles in
 * radians as turned, and their inner product. Position enters the product through m − n alone.
 */
export function pair({ q, k, m, n, theta }) {
  const [query, key] = [turned(q, m * theta), turned(k, n * theta)];
  return { query, key, queryTurn: m * theta, keyTurn: n * theta, product: product(query, key) };
}

/**
 * A drawing of the pair in a square of 320, the centre in the middle and the y axis upwards: for each part, the
 * attributes of its element. Angles of the arcs are taken within one turn.
 */
export function drawing({ q, k, m, n, theta }) {
  const found = pair({ q, k, m, n, theta });
  const arrow = (point) => {
    const [x2, y2] = placed(point, 1);
    return { x2, y2 };
  };
  const sign = (point) => {
    const [x, y] = placed(point, 1 + 0.16 / Math.hypot(...point));
    return { x, y };
  };
  return {
    "query-before": arrow(q),
    "query-after": arrow(found.query),
    "key-before": arrow(k),
    "key-after": arrow(found.key),
    "query-sign": sign(found.query),
    "key-sign": sign(found.key),
    "query-arc": { d: arc(q, found.queryTurn, 0.42) },
    "key-arc": { d: arc(k, found.keyTurn, 0.3) },
    between: { d: arc(found.key, signed(angle(found.query) - angle(found.key)), 0.66) },
  };
}

const angle = ([x, y]) => Math.atan2(y, x);
const signed = (turn) => turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));

function placed([x, y], times) {
  return [160 + 110 * x * times, 160 - 110 * y * times].map((place) => Number(place.toFixed(1)));
}

function arc(from, turn, radius) {
  const [first, rest] = [angle(from), turn % (2 * Math.PI)];
  const places = Array.from({ length: 33 }, (_, step) => {
    const at = first + (rest * step) / 32;
    return placed([Math.cos(at), Math.sin(at)], radius).join(" ");
  });
  return `M${places.join("L")}`;
}

/** Rows of a table: the same pair with both positions shifted by 0, 1, 2, … tokens, angles in degrees within a turn. */
export function shifts(given, count) {
  const degrees = (radians) => (signed(radians) * 180) / Math.PI;
  return Array.from({ length: count }, (_, shift) => {
    const moved = { ...given, m: given.m + shift, n: given.n + shift };
    const { query, key, product: value } = pair(moved);
    return {
      m: moved.m, n: moved.n, query: degrees(angle(query)), key: degrees(angle(key)),
      between: degrees(angle(query) - angle(key)), product: value,
    };
  });
}

/** Query and key of length 1: the key along the x axis, the query `degrees` ahead of it. */
export function content(degrees) {
  return { q: turned([1, 0], (degrees * Math.PI) / 180), k: [1, 0] };
}
