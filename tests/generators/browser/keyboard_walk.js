// What a walk by keyboard reaches on a page, and what it finds wrong; gives an object with the walk's questions.
// A stop is all that can have the focus. Of many stops that are alike, those with the same elements and classes
// around them, a walk takes the first ALIKE and the last ones.
() => {
  const KINDS = 'a[href], area[href], button, input, select, textarea, summary, [tabindex], audio, video, iframe';
  const MARKS = ['outlineStyle', 'outlineColor', 'outlineWidth', 'boxShadow', 'backgroundColor', 'color',
    'borderColor', 'textDecorationLine', 'stroke', 'strokeWidth'];
  const ALIKE = 4;
  const seen = new Set(), alike = new Map(), looks = new WeakMap(), faults = new Map();
  let fresh = 0, place = null, hasLeft = false;

  const isShown = (e) => e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && e.getClientRects().length > 0 && !e.closest('[inert]');
  // What the search found is walked by its own keys, and Tab leaves it.
  const all = () => [...document.querySelectorAll(KINDS)].filter((e) => isShown(e) && !e.closest('.md-search__output'));
  const stops = () => all().filter((e) => !e.disabled && e.tabIndex >= 0);
  const named = (e) => e.outerHTML.replace(/\s+/g, ' ').slice(0, 160);
  const blame = (e, what) => faults.set(e, `${what}: ${named(e)}`);
  const kindOf = (e) => {
    const path = [];
    for (let at = e; at && at !== document.body; at = at.parentElement) {
      path.push(`${at.localName}.${[...at.classList].filter((c) => !/focus|active|checked|passed/.test(c)).sort().join('.')}`);
    }
    return path.join(' ');
  };
  // The theme hides the boxes of its schemes and draws the focus around what stands in their place.
  const face = (e) => (e.matches('.md-option') ? e.nextElementSibling : e);
  const look = (e) => { const style = getComputedStyle(face(e)); return MARKS.map((name) => style[name]).join('|'); };
  const overflows = (e) => {
    const style = getComputedStyle(e);
    const scrolls = (how) => how === 'auto' || how === 'scroll';
    return (scrolls(style.overflowX) && e.scrollWidth > e.clientWidth + 1)
      || (scrolls(style.overflowY) && e.scrollHeight > e.clientHeight + 1);
  };

  function prepare() {
    for (const stop of all()) {
      if (stop.tabIndex > 0) blame(stop, 'comes before its place');
      if (stop !== document.activeElement && !looks.has(stop)) looks.set(stop, look(stop));
    }
  }

  function note() {
    const e = document.activeElement;
    const moved = e !== place;
    place = e;
    if (!e || e === document.body) hasLeft = true;
    if (!moved || hasLeft || seen.has(e)) return;
    seen.add(e);
    const kind = kindOf(e), count = (alike.get(kind) ?? 0) + 1;
    alike.set(kind, count);
    fresh = count <= ALIKE ? 0 : fresh + 1;
    if (!looks.has(e) && overflows(e)) { // browsers make a stop of what scrolls and holds no other
      if (getComputedStyle(e).outlineStyle === 'none') blame(e, 'shows no outline');
    } else if (!looks.has(e)) blame(e, 'was not to be seen before it had the focus');
    else if (looks.get(e) === look(e)) blame(e, 'looks the same with the focus');
    const box = face(e).getBoundingClientRect(), header = document.querySelector('.md-header');
    const top = header.contains(e) || e.closest('.md-sidebar, .md-skip') ? 0 : header.getBoundingClientRect().bottom;
    if (!box.width || !box.height) blame(e, 'has no size');
    else if (box.bottom <= top || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) {
      blame(e, box.bottom <= top && box.bottom > 0 ? 'lies under the header' : 'is out of sight');
    }
  }

  /** The stops that a walk need not take: alike to others that it took. */
  const spared = (e) => (alike.get(kindOf(e)) ?? 0) >= ALIKE;

  addEventListener('keyup', note, true); // after the browser has moved the focus and scrolled
  prepare();
  return {
    count: () => stops().length,
    start: () => { prepare(); hasLeft = false; },
    /** After stops that were all alike, the focus goes on to the last ones before a stop of another kind. */
    skip: (back) => {
      if (fresh < 2) return false;
      const order = back ? stops().reverse() : stops(), here = order.indexOf(document.activeElement);
      const next = order.findIndex((e, at) => at > here && !seen.has(e) && !spared(e));
      const target = (next < 0 ? order.length : next) - 3;
      fresh = 0;
      if (target <= here) return false;
      order[target].focus();
      place = document.activeElement;
      return true;
    },
    /** Whether the focus has left the page behind the last stop. */
    left: () => hasLeft,
    /** What was not reached: stops, and what scrolls; within an element. */
    missed: (within = document.documentElement) => {
      const radios = new Set([...seen].filter((e) => e.type === 'radio').map((e) => e.name));
      const isLeft = (e) => !seen.has(e) && !(e.type === 'radio' && radios.has(e.name)) && !spared(e);
      const left = stops().filter(isLeft);
      const regions = [...document.querySelectorAll('body *')].filter((e) => isShown(e) && overflows(e)
        && !seen.has(e) && !spared(e) && ![...seen].some((stop) => e.contains(stop)));
      return [...left, ...regions].filter((e) => within.contains(e)).map(named);
    },
    faults: () => [...faults.values()],
    seen: () => seen.size,
  };
}
