// Tables that follow a plot.

function cell(tag, content, attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = content;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Fills a table: `heads` are the names of its columns, `rows` lists of words; the first of each names its row. */
export function fill(table, heads, rows) {
  const head = document.createElement("tr");
  head.append(...heads.map((name) => cell("th", name, { scope: "col" })));
  table.tHead.replaceChildren(head);
  table.tBodies[0].replaceChildren(...rows.map((words) => {
    const row = document.createElement("tr");
    row.append(...words.map((word, place) => (
      place ? cell("td", word, { "data-label": heads[place] }) : cell("th", word, { scope: "row" })
    )));
    return row;
  }));
}

/** Names of the columns of a table as they stand. */
export function heads(table) {
  return [...table.tHead.rows[0].cells].map((one) => one.textContent.trim());
}
