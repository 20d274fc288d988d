// What every page has beyond reading: nothing here is needed to read.
import "./page/language_switch.js";
import "./page/previews.js";

// The theme's search listens to keys; what is pasted or dictated comes without any.
const search = document.querySelector(".md-search__input");
search?.addEventListener("input", () => search.dispatchEvent(new Event("keyup")));

// A link into a closed <details> opens it.
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const boxes = [];
  for (let box = target?.closest("details"); box; box = box.parentElement.closest("details")) boxes.push(box);
  for (const box of boxes) box.open = true;
  if (boxes.length) target.scrollIntoView();
}
addEventListener("hashchange", open);
open();
