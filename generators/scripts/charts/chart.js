// A chart that follows the colours of the page, its width, and the wish for less motion.
import { echarts } from "./echarts.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Value of a custom property of the style sheet, such as "--v-supported", in the colours of the moment. */
export function colour(property) {
  return getComputedStyle(document.body).getPropertyValue(property).trim();
}

/** Colours of axes, words and lines in the scheme of the moment. */
export function ink() {
  return {
    text: colour("--chart-text"),
    faint: colour("--chart-faint"),
    line: colour("--chart-line"),
    background: colour("--chart-background"),
    series: [1, 2, 3, 4, 5, 6].map((n) => colour(`--chart-${n}`)),
  };
}

/**
 * Draws a chart in `element` and keeps it right. `options(ink)` gives the options of ECharts; it is called again
 * when the scheme changes. Gives the chart with `draw()`, which calls `options` again.
 */
export function chart(element, options) {
  const drawn = echarts.init(element, null, { renderer: "svg" });
  const draw = () => {
    const colours = ink();
    drawn.setOption(
      {
        animation: false,
        textStyle: { color: colours.text, fontFamily: getComputedStyle(document.body).fontFamily },
        ...options(colours),
      },
      { notMerge: true },
    );
  };
  draw();
  new ResizeObserver(() => drawn.resize()).observe(element);
  new MutationObserver(draw).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
  return { drawn, draw, still: still.matches };
}
