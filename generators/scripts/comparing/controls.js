// The form above the table: it needs the script, so the script makes it. Words come from the page.

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function box(value, label, checked) {
  const input = make("input", { type: "checkbox", value, checked });
  return { input, element: make("label", { className: "tick" }, input, ` ${label}`) };
}

/** A closed list of boxes with a summary, in named groups. `change(values)` is told which are ticked. */
function boxes(title, groups, change) {
  const made = new Map();
  const count = make("span", { className: "count" });
  const element = make("details", { className: "chooser" }, make("summary", {}, title, " ", count));
  for (const [name, entries] of groups) {
    const set = make("fieldset", {}, ...(name ? [make("legend", { textContent: name })] : []));
    if (!name) set.setAttribute("aria-label", title);
    for (const { id, name: label } of entries) {
      const tick = box(id, label, false);
      made.set(id, tick.input);
      set.append(tick.element);
    }
    element.append(set);
  }
  let values = [];
  element.addEventListener("change", ({ target }) => {
    values = target.checked ? [...values, target.value] : values.filter((value) => value !== target.value);
    change(values);
  });
  const show = (now) => {
    values = now;
    for (const [id, input] of made) input.checked = now.includes(id);
    count.textContent = now.length ? `${now.length}/${made.size}` : "";
  };
  return { element, show };
}

function choice(label, options) {
  const select = make("select", {}, ...options.map(([value, text]) => make("option", { value, textContent: text })));
  return { select, element: make("label", { className: "field" }, `${label} `, select) };
}

/**
 * Makes the form in `place`, whose data attributes hold the words. `update(changes)` is told what the reader changed,
 * `download()` that the shown table is wanted. Gives `show(state, counts)`, which puts the form right.
 */
export function controls(place, matrix, criteria, { update, download }) {
  const word = place.dataset;
  const families = new Map();
  for (const method of matrix.methods) families.set(method.family, [...(families.get(method.family) ?? []), method]);
  const kinds = [matrix.dimensions.filter((d) => matrix.usual.includes(d.id))];
  kinds.push(matrix.dimensions.filter((d) => !matrix.usual.includes(d.id)));
  const methods = boxes(word.methods, [...families], (values) => update({ methods: values }));
  const dimensions = boxes(word.dimensions, kinds.filter((k) => k.length).map((k) => ["", k]), (values) =>
    update({ dimensions: values }),
  );
  const must = boxes(word.criteria, [["", criteria]], (values) => update({ criteria: values }));
  const find = make("input", { type: "search", autocomplete: "off", spellcheck: false });
  find.addEventListener("input", () => update({ find: find.value }));
  const sort = choice(word.sort, [["", word.unsorted], ...matrix.dimensions.map((d) => [d.id, d.name])]);
  sort.select.addEventListener("change", () => update({ sort: sort.select.value, down: false }));
  const way = choice("", [["up", word.ascending], ["down", word.descending]]);
  way.select.setAttribute("aria-label", word.sort);
  way.select.addEventListener("change", () => update({ down: way.select.value === "down" }));
  const differences = box("1", word.differences, false);
  differences.input.addEventListener("change", () => update({ differences: differences.input.checked }));
  const button = (text, action) => {
    const made = make("button", { type: "button", className: "action", textContent: text });
    made.addEventListener("click", action);
    return made;
  };
  const status = make("p", { className: "small" });
  status.setAttribute("role", "status");
  const form = make(
    "form",
    { className: "compare-form" },
    make("div", { className: "choosers" }, methods.element, dimensions.element, must.element),
    make(
      "div",
      { className: "fields" },
      make("label", { className: "field" }, `${word.find} `, find),
      sort.element,
      way.element,
      differences.element,
      button(word.reset, () =>
        update({ methods: [], dimensions: [], criteria: [], find: "", sort: "", down: false, differences: false }),
      ),
      button(word.csv, download),
    ),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  place.prepend(form);
  place.append(status);
  place.hidden = false;
  return (state, counts) => {
    methods.show(state.methods);
    dimensions.show(state.dimensions);
    must.show(state.criteria);
    if (find.value !== state.find) find.value = state.find;
    sort.select.value = state.sort;
    way.select.value = state.down ? "down" : "up";
    way.element.hidden = !state.sort;
    differences.input.checked = state.differences;
    status.textContent = counts.methods
      ? word.shown.replace("{methods}", counts.methods).replace("{dimensions}", counts.dimensions)
      : word.none;
  };
}
