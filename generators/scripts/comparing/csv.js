// The file of the whole table, cut to what is shown. Its fields are already harmless to spreadsheets.

const FIELDS = 4; // of each dimension: value, verdicts, measurements, sources

/** Records of a CSV file as RFC 4180 says: quoted fields may hold commas, quotes and line breaks. */
export function parsed(text) {
  const records = [];
  let record = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/g)) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (record.length > 1 || record[0]) records.push(record);
    record = [];
    if (end === "") break;
  }
  return records;
}

/** Records as CSV, with the mark by which spreadsheets know UTF-8. */
export function written(records) {
  const field = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `\ufeff${records.map((record) => record.map(field).join(",")).join("\r\n")}\r\n`;
}

/** The records of some methods, in their order, with the fields of some dimensions. `all` names every dimension. */
export function cut(records, methods, dimensions, all) {
  const at = dimensions.map((id) => 2 + FIELDS * all.indexOf(id));
  const of = (record) => [...record.slice(0, 2), ...at.flatMap((start) => record.slice(start, start + FIELDS))];
  const byId = new Map(records.slice(1).map((record) => [record[0], record]));
  return [of(records[0]), ...methods.map((id) => of(byId.get(id)))];
}

/** Hands a file to the reader. */
export function save(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
