// Months as numbers: how many lie between them and the year 0.

/** The number of a month, or of the month of a day: 2021-04 or 2021-04-20; NaN for anything else. */
export function numbered(text) {
  const found = /^(\d{4})-(\d{2})(?:-\d{2})?$/.exec(text);
  return found && Number(found[2]) >= 1 && Number(found[2]) <= 12 ? Number(found[1]) * 12 + Number(found[2]) - 1 : NaN;
}

/** The month of a number, as 2021-04. */
export function named(month) {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}
