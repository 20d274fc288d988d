// How numbers are shown: alike in all languages, and by a build as by a browser.

/** A number with `digits` significant ones, thousands parted, a true minus sign; whole numbers stay whole. */
export function shown(value, digits = 5) {
  if (!Number.isFinite(value)) return "∞";
  if (value === 0) return "0";
  if (Number.isInteger(value)) return grouped(value.toFixed(0));
  const power = Math.floor(Math.log10(Math.abs(value)));
  if (power < -5) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    return `${mantissa} × 10^${Number(exponent)}`.replaceAll("-", "−");
  }
  const rounded = Number(value.toPrecision(digits));
  const text = rounded.toFixed(Math.max(0, digits - 1 - power));
  return grouped(text.includes(".") ? text.replace(/\.?0+$/, "") : text);
}

function grouped(text) {
  const [whole, part] = text.split(".");
  return (whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? `.${part}` : "")).replace("-", "−");
}

/** A sentence with its gaps filled: "{L} tokens" with {L: 4096}. */
export function filled(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? String(values[name]) : gap));
}
