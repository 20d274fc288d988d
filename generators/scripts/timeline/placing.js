// Where points and their names go: in each lane they are moved down until nothing overlaps.

export const DOT = 12;
const GAP = 6;
const MOST_WITH_NAMES = 6; // lines of a lane in which names are written; further points stand without

/**
 * Places entries of one lane. `across(month)` is the x of a month, `wide(name)` the width of a name, `right` the end of
 * the drawing. Gives the entries with x, line, and whether the name is written and on which side; and the lines used.
 */
export function placed(entries, across, wide, right) {
  const lines = []; // of each line the spans that are taken
  const free = (line, from, to) => !(lines[line] ?? []).some(([a, b]) => from < b + GAP && a < to + GAP);
  const take = (line, from, to) => (lines[line] ??= []).push([from, to]);
  const result = entries.map((entry) => {
    const x = across(entry.month);
    const width = wide(entry.name) + 4;
    const after = x + DOT / 2 + width <= right;
    const [from, to] = after ? [x - DOT / 2, x + DOT / 2 + width] : [x - DOT / 2 - width, x + DOT / 2];
    for (let line = 0; line < MOST_WITH_NAMES && from >= 0; line += 1) {
      if (!free(line, from, to)) continue;
      take(line, from, to);
      return { ...entry, x, line, named: true, after };
    }
    let line = 0;
    while (!free(line, x - DOT / 2, x + DOT / 2)) line += 1;
    take(line, x - DOT / 2, x + DOT / 2);
    return { ...entry, x, line, named: false, after };
  });
  return { entries: result, lines: Math.max(lines.length, 1) };
}
