// Months as numbers: how many lie between them and the year 0.

/** The number of a month, of the month of a day, or of one month of a year: 2021-04, 2021-04-20, 2021; else NaN. */
export function numbered(text, ofYear = 1) {
  const found = /^(\d{4})(?:-(\d{2})(?:-\d{2})?)?$/.exec(text);
  const month = Number(found?.[2] ?? ofYear);
  return found && month >= 1 && month <= 12 ? Number(found[1]) * 12 + month - 1 : NaN;
}

/** The month of a number, as 2021-04. */
export function named(month) {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}
