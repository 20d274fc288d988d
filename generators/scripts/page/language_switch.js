// A link to the same page in another language keeps the place in it and what was chosen there. Without script it
// leads to the top of that page. Words that were searched for stay behind: they are of this language.
const SAME_PAGE = "a.md-select__link[hreflang], a.same-page[hreflang]";

function keep(event) {
  const link = event.target instanceof Element ? event.target.closest(SAME_PAGE) : null;
  if (!link) return;
  const target = new URL(link.href);
  const chosen = new URLSearchParams(location.search);
  chosen.delete("h");
  target.search = chosen.toString();
  target.hash = location.hash;
  link.href = target.href;
}

// Before the link can be followed, opened in another tab or copied.
for (const kind of ["pointerdown", "focusin", "click"]) addEventListener(kind, keep, true);
