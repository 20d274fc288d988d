// Rotary inverse frequencies, radians a token, one for each pair i = 0 … d/2 − 1, and how methods slow them.
// d is the rotated width, b the base, s the factor, L the training length in tokens.

/** RoPE: b^(−2i/d). Throws RangeError for an odd width or a base not above 1. */
export function rope({ d, b }) {
  if (!(Number.isInteger(d) && d >= 2 && d % 2 === 0)) throw new RangeError(`width ${d} is not even`);
  if (!(b > 1)) throw new RangeError(`base ${b} is not above 1`);
  return Array.from({ length: d / 2 }, (_, i) => Math.pow(b, (-2 * i) / d));
}

/** Position interpolation: every frequency divided by s. */
export function positionInterpolation({ d, b, s }) {
  return rope({ d, b }).map((w) => w / s);
}

/** NTK-aware: the base becomes b s^(d/(d−2)), so pair i is divided by s^(2i/(d−2)). Needs d ≥ 4. */
export function ntkAware({ d, b, s }) {
  if (d < 4) throw new RangeError("NTK-aware needs a width of 4 or more");
  return rope({ d, b }).map((w, i) => w / Math.pow(s, (2 * i) / (d - 2)));
}

/** s of dynamic NTK at the current length l: "paper" l/L, "transformers" α l/L − (α − 1), "qwen" in powers of two. */
export function dynamicFactor({ l, L, alpha = 1, variant = "paper" }) {
  if (l <= L) return 1;
  if (variant === "paper") return l / L;
  if (variant === "transformers") return alpha * (l / L) - (alpha - 1);
  let windows = 1; // the least power of two with l ≤ windows × L; a logarithm could step one too far
  while (l > windows * L) windows *= 2;
  return 2 * windows - 1;
}

/** Dynamic NTK: NTK-aware with the factor of the current length l. */
export function dynamicNtk({ d, b, l, L, alpha, variant }) {
  return ntkAware({ d, b, s: dynamicFactor({ l, L, alpha, variant }) });
}

const within01 = (x) => Math.min(1, Math.max(0, x));

/** Share of its frequency that each pair keeps, with the ramp linear in turns within L (the YaRN paper). */
export function keptByTurns({ d, b, L, slow = 1, fast = 32 }) {
  return rope({ d, b }).map((w) => within01(((L * w) / (2 * Math.PI) - slow) / (fast - slow)));
}

/** The same with the ramp linear in i, between rounded limits (the authors' code). Throws where they are crossed. */
export function keptByIndex({ d, b, L, slow = 1, fast = 32, truncate = true }) {
  const index = (turns) => (d * Math.log(L / (2 * Math.PI * turns))) / (2 * Math.log(b));
  let [low, high] = truncate ? [Math.floor(index(fast)), Math.ceil(index(slow))] : [index(fast), index(slow)];
  low = Math.max(low, 0);
  high = Math.min(high, d - 1);
  if (low > high) throw new RangeError(`the limits of the ramp are crossed: ${low} > ${high}`);
  if (low === high) high += 0.001;
  return rope({ d, b }).map((_, i) => 1 - within01((i - low) / (high - low)));
}

const blended = (frequencies, kept, s) => frequencies.map((w, i) => ((1 - kept[i]) * w) / s + kept[i] * w);

/** NTK-by-parts with the ramp of the paper. */
export function ntkByParts(given) {
  return blended(rope(given), keptByTurns(given), given.s);
}

/** YaRN: NTK-by-parts with the ramp of the authors' code; the temperature is yarnScale. */
export function yarn(given) {
  return blended(rope(given), keptByIndex(given), given.s);
}

/** YaRN's factor on cosine and sine, sqrt(1/t) = 0.1 ln s + 1; logits get its square. */
export function yarnScale({ s }) {
  return s <= 1 ? 1 : 0.1 * Math.log(s) + 1;
}

/** Llama 3.1: kept below L/high, divided by s above L/low, and a blend linear in turns between. */
export function llama3({ d, b, s, L, low = 1, high = 4 }) {
  return rope({ d, b }).map((w) => {
    const wavelength = (2 * Math.PI) / w;
    if (wavelength < L / high) return w;
    if (wavelength > L / low) return w / s;
    const smooth = (L / wavelength - low) / (high - low);
    return ((1 - smooth) * w) / s + smooth * w;
  });
}

/** LongRoPE: pair i divided by factors[i]. Throws RangeError unless there is one factor above 0 for each pair. */
export function longrope({ d, b, factors }) {
  if (factors.length !== d / 2) throw new RangeError(`${factors.length} factors for ${d / 2} pairs`);
  if (!factors.every((factor) => factor > 0)) throw new RangeError("factors must be above 0");
  return rope({ d, b }).map((w, i) => w / factors[i]);
}

/** The factor that the LongRoPE code puts on cosine and sine: sqrt(1 + ln s / ln L). */
export function longropeScale({ s, L }) {
  return s <= 1 ? 1 : Math.sqrt(1 + Math.log(s) / Math.log(L));
}

/** `count` numbers on straight lines through the given ones, which are spread evenly from the first to the last. */
export function spread(given, count) {
  if (given.length === 1) return Array(count).fill(given[0]);
  return Array.from({ length: count }, (_, i) => {
    const place = count === 1 ? 0 : (i * (given.length - 1)) / (count - 1);
    const left = Math.min(Math.floor(place), given.length - 2);
    return given[left] + (place - left) * (given[left + 1] - given[left]);
  });
}

/** Tokens that each pair needs for a full turn. */
export function wavelengths(frequencies) {
  return frequencies.map((w) => (2 * Math.PI) / w);
}
