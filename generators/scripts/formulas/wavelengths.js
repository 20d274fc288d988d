// What the page of wavelengths shows, from its settings: every method with its wavelengths and its counts.
import * as f from "./frequencies.js";

/** The methods in the order in which they are shown, by the letters that stand for them in an address. */
export const METHODS = {
  rope: (g) => f.rope(g),
  pi: (g) => f.positionInterpolation(g),
  ntk: (g) => f.ntkAware(g),
  dynamic: (g) => f.dynamicNtk(g),
  parts: (g) => f.ntkByParts(g),
  yarn: (g) => f.yarn(g),
  llama3: (g) => f.llama3(g),
  longrope: (g) => f.longrope({ ...g, factors: f.spread(g.lambda, g.d / 2) }),
};
const SCALES = { yarn: f.yarnScale, longrope: f.longropeScale };

/**
 * For each method: `wavelengths` in tokens; `longest`; `unfinished`, how many pairs make less than one turn within L;
 * `kept`, `between` and `divided`, how many pairs keep their frequency, lie between, and are divided by s or more;
 * `scale`, the factor on cosine and sine. A method that is not defined for the settings has `error` instead.
 */
export function summary(given) {
  const plain = f.rope(given);
  return Object.fromEntries(Object.entries(METHODS).map(([key, method]) => {
    try {
      return [key, counted(method(given), plain, given, SCALES[key]?.(given) ?? 1)];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return [key, { error: error.message }];
    }
  }));
}

function counted(frequencies, plain, { s, L }, scale) {
  const slowed = frequencies.map((w, i) => plain[i] / w); // 1 where a pair is kept; rounding leaves 1e-15 or so
  const kept = slowed.filter((times) => Math.abs(times - 1) < 1e-9).length;
  const divided = slowed.filter((times) => times > 1 + 1e-9 && times >= s * (1 - 1e-9)).length;
  const wavelengths = f.wavelengths(frequencies);
  return {
    wavelengths,
    longest: Math.max(...wavelengths),
    unfinished: wavelengths.filter((tokens) => tokens > L).length,
    kept,
    between: frequencies.length - kept - divided,
    divided,
    scale,
  };
}
