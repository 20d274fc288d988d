// The table of contents beside parts that are tabs: which of its entries lie in the open part, and which is being read.
// The theme's own marks count headings that are not shown, so these stand in their place.

/** Follows reading and scrolling; gives a function to call when another part was opened. `list` holds the tabs. */
export function contents(list) {
  const links = [...document.querySelectorAll(".md-nav--secondary a[href^='#']")]
    .map((link) => ({ link, target: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
    .filter(({ target }) => target?.closest(".depth"));
  let waiting = 0;

  function read(open) {
    const line = parseFloat(getComputedStyle(list).top) + list.offsetHeight + 40; // below the tabs, which stay in place
    const begun = open.filter((target) => target.getBoundingClientRect().top <= line);
    const page = document.documentElement;
    if (innerHeight + scrollY < page.scrollHeight - 2) return begun.at(-1);
    // At the end of the page the last headings cannot come up to the tabs.
    const asked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    return open.includes(asked) && asked.getBoundingClientRect().top > 0 ? asked : open.at(-1);
  }

  function mark() {
    waiting = 0;
    const open = links.map(({ target }) => target).filter((target) => !target.closest("[hidden]"));
    const here = read(open);
    for (const { link, target } of links) {
      link.toggleAttribute("data-closed", !open.includes(target));
      if (target === here) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  }

  const soon = () => {
    waiting ||= requestAnimationFrame(mark);
  };
  for (const kind of ["scroll", "resize", "hashchange"]) addEventListener(kind, soon, { passive: true });
  document.body.classList.add("tabs-in-contents");
  return soon;
}
