// Filters what stands on a page by its marks, data-verdict, data-kind and data-section. The address keeps the choice:
// ?verdict=contradicted,imprecise&kind=property shows what has one of these verdicts and this kind.
const box = document.querySelector(".filter");

function start() {
  const facets = [...box.querySelectorAll("[data-facet]")].map((group) => ({
    name: group.dataset.facet,
    buttons: [...group.querySelectorAll("button")],
  }));
  const marked = [...document.querySelectorAll("article [data-verdict]")];
  const counted = [...document.querySelectorAll(box.dataset.items)];
  const groups = [...document.querySelectorAll("[data-group]")].reverse(); // inner ones come before outer ones
  const state = box.querySelector("[role=status]");
  const clear = box.querySelector(".filter-clear");
  const chosen = (facet) => facet.buttons.filter((b) => b.ariaPressed === "true").map((b) => b.dataset.value);

  function apply() {
    const wanted = facets.map((facet) => [facet.name, chosen(facet)]).filter(([, values]) => values.length);
    for (const element of marked) {
      element.hidden = !wanted.every(([name, values]) => values.includes(element.dataset[name]));
    }
    for (const group of groups) {
      group.hidden = !group.querySelector("[data-verdict]:not([hidden])");
      if (group.dataset.group === "heading") group.previousElementSibling.hidden = group.hidden;
    }
    const shown = counted.filter((element) => !element.hidden).length;
    state.textContent = box.dataset.shown.replace("{shown}", shown).replace("{all}", counted.length);
    clear.hidden = !wanted.length;
    return wanted;
  }

  function record(wanted) {
    const address = new URL(location.href);
    for (const { name } of facets) address.searchParams.delete(name);
    const rest = address.searchParams.toString();
    const parts = wanted.map(([name, values]) => `${name}=${values.map(encodeURIComponent).join(",")}`);
    address.search = [rest, ...parts].filter(Boolean).join("&");
    history.replaceState(history.state, "", address);
  }

  function read() {
    const asked = new URL(location.href).searchParams;
    for (const facet of facets) {
      const values = (asked.get(facet.name) ?? "").split(",");
      for (const button of facet.buttons) button.ariaPressed = String(values.includes(button.dataset.value));
    }
    apply();
  }

  function reset() {
    for (const facet of facets) for (const button of facet.buttons) button.ariaPressed = "false";
    record(apply());
  }

  /** A link to what the filter hides lifts the filter. */
  function follow() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("[hidden]")) return;
    reset();
    target.scrollIntoView();
  }

  for (const facet of facets) {
    for (const button of facet.buttons) {
      button.addEventListener("click", () => {
        button.ariaPressed = String(button.ariaPressed !== "true");
        record(apply());
      });
    }
  }
  clear.addEventListener("click", () => {
    reset();
    facets[0].buttons[0].focus();
  });
  addEventListener("popstate", read);
  addEventListener("hashchange", follow);
  box.hidden = false;
  read();
  follow();
}

if (box) start();
