// Dates as months counted from year 0, and the range that the address says.

/** Month of a date YYYY, YYYY-MM or YYYY-MM-DD, with the day as a fraction; null for anything else. */
export function monthOf(date) {
  const match = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(\d\d))?)?$/.exec(date ?? "");
  if (!match) return null;
  const day = match[3] ? (Number(match[3]) - 1) / 31 : 0.5;
  return Number(match[1]) * 12 + Number(match[2] ?? 1) - 1 + (match[2] ? day : 0);
}

/** YYYY-MM of a month. */
export function named(month) {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}

/** A bound as the address says it: the year alone where the range begins or ends with it. */
export function bound(month, end) {
  return month % 12 === (end ? 11 : 0) ? String(Math.floor(month / 12)) : named(month);
}

/** First or last whole month that a text of the address or of a field means, held within the domain; else `otherwise`. */
export function boundOf(text, end, [first, last], otherwise) {
  const month = monthOf(text);
  if (month === null) return otherwise;
  const whole = Math.floor(month) + (end && /^\d{4}$/.test(text) ? 11 : 0);
  return Math.min(last, Math.max(first, whole));
}
