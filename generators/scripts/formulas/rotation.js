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
