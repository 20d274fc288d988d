// The buckets of T5. The floor of the logarithm is taken in whole numbers, so that no rounding moves a limit.

/**
 * Distances at which the buckets of one direction begin, in order. `buckets` belong to that direction; half of them,
 * rounded down, hold one distance each. A bucket that no whole distance falls into begins where the next one does.
 * Throws RangeError where the largest distance leaves no room for a logarithm.
 */
export function starts(buckets, maxDistance) {
  const exact = Math.floor(buckets / 2);
  if (exact < 1) throw new RangeError(`${buckets} buckets are too few`);
  if (maxDistance <= exact) throw new RangeError(`the largest distance must be above ${exact}`);
  const [e, most, steps] = [BigInt(exact), BigInt(maxDistance), BigInt(buckets - exact)];
  const found = Array.from({ length: exact }, (_, n) => n);
  let n = e;
  for (let step = 0n; step < steps; step += 1n) {
    // the least n with (n/e)^steps ≥ (M/e)^step, both sides times e^steps
    const least = step ? most ** step * e ** (steps - step) : e ** steps;
    while (n ** steps < least) n += 1n;
    found.push(Number(n));
  }
  return found;
}

/** `own`, the buckets of one direction, and `exact`, how many of them hold one distance each. */
export function bucketsOf({ buckets, bidirectional }) {
  const own = bidirectional ? Math.floor(buckets / 2) : buckets;
  return { own, exact: Math.floor(own / 2) };
}

/** Bucket of an offset = query position − key position, a whole number. */
export function bucket(offset, { buckets, maxDistance, bidirectional }) {
  return placed(offset, starts(bucketsOf({ buckets, bidirectional }).own, maxDistance), bidirectional);
}

function placed(offset, begin, bidirectional) {
  const first = bidirectional && offset < 0 ? begin.length : 0;
  const distance = bidirectional ? Math.abs(offset) : Math.max(offset, 0);
  return first + begin.findLastIndex((start) => start <= distance);
}

/** [offset, bucket] for all offsets from −furthest to furthest. */
export function stairs({ buckets, maxDistance, bidirectional }, furthest) {
  const begin = starts(bucketsOf({ buckets, bidirectional }).own, maxDistance);
  return Array.from({ length: 2 * furthest + 1 }, (_, n) => [n - furthest, placed(n - furthest, begin, bidirectional)]);
}

/**
 * Every bucket with the offsets that fall into it: `from` and `to` (null: without end), `count` of them (null: no
 * end); a bucket that stays empty has count 0. Offsets are query − key; later keys have negative ones.
 */
export function table({ buckets, maxDistance, bidirectional }) {
  const { own } = bucketsOf({ buckets, bidirectional });
  const begin = starts(own, maxDistance);
  const forward = begin.map((from, number) => {
    const to = number + 1 < own ? begin[number + 1] - 1 : null;
    return { bucket: number, from, to, count: to === null ? null : to - from + 1 };
  });
  if (!bidirectional) {
    forward[0] = { bucket: 0, from: null, to: forward[0].to, count: null }; // keys after the query count as distance 0
    return forward;
  }
  const backward = forward.map(({ from, to, count }, number) => ({
    bucket: own + number,
    from: to === null ? null : -to,
    to: number ? -from : null,
    count: number ? count : 0, // distance 0 is not negative
  }));
  return [...forward, ...backward];
}
