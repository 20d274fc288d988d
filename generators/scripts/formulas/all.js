// Every formula, for the build and for the tests, which run them outside a browser.
export * as alibi from "./alibi.js";
export * as frequencies from "./frequencies.js";
export * as numbers from "./numbers.js";
export * as rotation from "./rotation.js";
export * as t5 from "./t5.js";
export * as wavelengths from "./wavelengths.js";
