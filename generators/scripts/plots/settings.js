// The settings of a plot: fields of a form, each with a slider beside it, kept in the address of the page.
//
// A slider has data-for, the name of its field, and data-scale: "log2" moves by quarters of a doubling, "log10" by
// twentieths of a power of ten. Fields that share a name are boxes of a choice of several.

const SCALES = {
  linear: { place: (value) => value, value: (place) => place },
  log2: { place: (value) => Math.log2(value) * 4, value: (place) => Math.round(2 ** (place / 4)) },
  log10: { place: (value) => Math.log10(value) * 20, value: (place) => Number((10 ** (place / 20)).toPrecision(2)) },
};

/**
 * Follows the fields of `form`; `changed(values)` is called at once and after each change. Values are numbers, true
 * or false, words, and lists of the boxes ticked. Gives `set(values)` and `values()`.
 */
export function settings(form, changed) {
  const fields = [...form.elements].filter((field) => field.name);
  const names = [...new Set(fields.map((field) => field.name))];
  const sliders = [...form.elements].filter((field) => field.dataset.for);
  const before = read();
  const asked = new URLSearchParams(location.search);

  function read() {
    return Object.fromEntries(names.map((name) => [name, value(fields.filter((field) => field.name === name))]));
  }

  function write(values) {
    for (const field of fields) {
      if (!(field.name in values)) continue;
      const wanted = values[field.name];
      if (field.type !== "checkbox") field.value = wanted;
      else field.checked = Array.isArray(wanted) ? wanted.includes(field.value) : Boolean(wanted);
    }
    for (const slider of sliders) follow(slider);
  }

  // A slider stands where its field does, and says the value of the field, not its place.
  function follow(slider) {
    const field = form.elements[slider.dataset.for];
    slider.value = SCALES[slider.dataset.scale].place(Number(field.value));
    slider.setAttribute("aria-valuetext", Number(field.value).toLocaleString("en"));
  }

  function done() {
    const values = read();
    const address = new URL(location.href);
    for (const name of names) {
      const [now, then] = [text(values[name]), text(before[name])];
      if (now === then) address.searchParams.delete(name);
      else address.searchParams.set(name, now);
    }
    address.search = address.search.replaceAll("%2C", ","); // a list reads better with its commas
    history.replaceState(history.state, "", address);
    changed(values);
  }

  // a field of the form may stand outside it, so the fields are heard and not the form
  const each = (event, heard) => [...form.elements].forEach((field) => field.addEventListener(event, heard));
  each("input", ({ target }) => {
    if (target.dataset.for) {
      const value = SCALES[target.dataset.scale].value(Number(target.value));
      form.elements[target.dataset.for].value = String(value);
      target.setAttribute("aria-valuetext", value.toLocaleString("en"));
    } else if (!target.checkValidity()) {
      return; // half a number is no setting yet
    }
    for (const slider of sliders) if (slider !== target) follow(slider);
    done();
  });
  each("change", ({ target }) => {
    if (target.type !== "number" || target.checkValidity()) return;
    write({ [target.name]: nearest(target, target.value) ?? before[target.name] });
    done();
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    write(before);
    done();
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  const first = {};
  for (const name of names) {
    if (!asked.has(name)) continue;
    const [field] = fields.filter((one) => one.name === name);
    const wanted = parsed(field, Array.isArray(before[name]), asked.get(name));
    if (wanted !== undefined) first[name] = wanted;
  }
  form.hidden = false;
  write({ ...before, ...first });
  changed(read());
  return {
    values: read,
    set(values) {
      write(values);
      done();
    },
  };
}

function value(group) {
  const [field] = group;
  if (field.type !== "checkbox") return field.type === "number" ? Number(field.value) : field.value;
  return "several" in field.dataset ? group.filter((box) => box.checked).map((box) => box.value) : field.checked;
}

function text(value) {
  return typeof value === "boolean" ? String(Number(value)) : String(value);
}

// The value that an address asks for; undefined where a field cannot have it.
function parsed(field, several, wanted) {
  if (several) return wanted.split(",");
  if (field.type === "checkbox") return wanted === "1";
  if (field.type === "number") return nearest(field, wanted);
  const old = field.value;
  field.value = wanted;
  const fits = field.checkValidity();
  field.value = old;
  return fits ? wanted : undefined;
}

// The number nearest to the wanted one that a field allows; undefined where it is none.
function nearest(field, wanted) {
  const number = Number(wanted);
  if (String(wanted).trim() === "" || !Number.isFinite(number)) return undefined;
  const [least, most] = [Number(field.min), Number(field.max)];
  const inside = Math.min(most, Math.max(least, number));
  if (field.step === "any") return inside;
  return Math.min(most, least + Math.round((inside - least) / Number(field.step)) * Number(field.step));
}
