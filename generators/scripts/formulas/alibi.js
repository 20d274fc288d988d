// ALiBi: the slope of each head, and how far a head reaches.

/** Slopes 2^(−8h/n) of heads h = 1 … n, as the paper has them for every n. */
export function paperSlopes(heads) {
  return Array.from({ length: heads }, (_, h) => Math.pow(2, (-8 * (h + 1)) / heads));
}

/** Slopes of the authors' code: the paper's where n is a power of two, else filled up with every other one of 2p. */
export function codeSlopes(heads) {
  if (!(Number.isInteger(heads) && heads >= 1)) throw new RangeError(`${heads} is no number of heads`);
  let power = 1;
  while (power * 2 <= heads) power *= 2;
  const finer = paperSlopes(2 * power).filter((_, index) => index % 2 === 0);
  return [...paperSlopes(power), ...finer.slice(0, heads - power)];
}

/** Distance in tokens at which the bias alone has lowered a weight to `share` of what it is at distance 0. */
export function reach(slope, share) {
  return -Math.log(share) / slope;
}

/** What the bias multiplies a weight by at a distance, before the softmax divides by the sum. */
export function multiplier(slope, distance) {
  return Math.exp(-slope * distance);
}

/** For each head: number from 1, slope by the code, slope by the paper, and reach of the former. */
export function heads(count, share) {
  const paper = paperSlopes(count);
  return codeSlopes(count).map((slope, h) => ({ head: h + 1, slope, paper: paper[h], reach: reach(slope, share) }));
}
