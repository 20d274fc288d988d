// Where points and labels stand: rows in a lane, so that no two labels meet and none is cut.

export const ROW = 24;
export const DOT = 6;
const HEAD = 22;
const GAP = 8;

/**
 * Places the points of each lane. `x(month)` gives pixels, `measure(label)` the width of a label, `width` that of
 * the chart. With `cap` rows filled, further points go without a label; they keep it as their name. Gives lanes with
 * top, height and the places of their points, and the height of all.
 */
export function layout(lanes, points, { x, measure, width, cap }) {
  let top = 0;
  const placed = lanes
    .map((lane) => ({ ...lane, points: points.filter((point) => point.lane === lane.id) }))
    .filter((lane) => lane.points.length)
    .map((lane) => {
      const rows = [];
      const places = lane.points.map((point) => place(point, rows, { x, measure, width, cap }));
      const height = HEAD + rows.length * ROW + 4;
      const shown = { id: lane.id, name: lane.name, top, height, places };
      for (const one of places) one.y = top + HEAD + one.row * ROW + ROW / 2;
      top += height;
      return shown;
    });
  return { lanes: placed, height: top };
}

function place(point, rows, { x, measure, width, cap }) {
  const at = x(point.month);
  const wide = measure(point.label) + DOT + 4;
  const right = [at - DOT - 2, at + wide];
  const left = [at - wide, at + DOT + 2];
  const dot = [at - DOT - 2, at + DOT + 2];
  const free = (row, [from, to]) => rows[row].every(([start, end]) => to + GAP <= start || from >= end + GAP);
  const take = (row, span, side) => {
    (rows[row] ??= []).push(span);
    return { point, x: at, row, side };
  };
  for (const [span, side] of [[right, "right"], [left, "left"]]) {
    if (span[0] < 0 || span[1] > width) continue;
    for (let row = 0; row < rows.length; row++) if (free(row, span)) return take(row, span, side);
    if (rows.length < cap) return take(rows.length, span, side);
  }
  for (let row = 0; row < rows.length; row++) if (free(row, dot)) return take(row, dot, "");
  return take(rows.length, dot, "");
}

/** Months between the lines of the scale, so that their names have room. */
export function step(months, width, room) {
  return [1, 3, 6, 12, 24, 60].find((count) => (width * count) / months >= room) ?? 120;
}
