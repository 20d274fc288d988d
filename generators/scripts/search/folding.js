// Text as it is compared: lower case, half width, Simplified characters. Every character stays one, so that a place
// in the folded text is the same place in the text.

/** A function that folds; `pairs` holds Traditional characters, each followed by its Simplified one. */
export function folding(pairs) {
  const table = new Uint16Array(65536);
  for (let code = 0; code < 65536; code++) {
    table[code] = code;
    if (code >= 0x3000 && code < 0xff00) continue;  // Chinese and other scripts without case or width
    const plain = String.fromCharCode(code).normalize("NFKC").toLowerCase();
    if (plain.length === 1) table[code] = plain.charCodeAt(0);
  }
  for (let at = 0; at < pairs.length; at += 2) table[pairs.charCodeAt(at)] = pairs.charCodeAt(at + 1);
  return text => {
    const codes = new Uint16Array(text.length);
    for (let at = 0; at < text.length; at++) codes[at] = table[text.charCodeAt(at)];
    let folded = "";
    for (let at = 0; at < codes.length; at += 4096) folded += String.fromCharCode(...codes.subarray(at, at + 4096));
    return folded;
  };
}

/** Letters and digits of a folded text, run together: "ntk-aware" and "NTK aware" are one name. */
export function key(folded) {
  return folded.replace(/[^\p{L}\p{N}]+/gu, "");
}

const GREEK = {θ: "theta", λ: "lambda", α: "alpha", β: "beta", ω: "omega", π: "pi", γ: "gamma"};

/** A formula without the marks of LaTeX, or of how people type it. */
export function formulaKey(folded) {
  return folded.replace(/[θλαβωπγ]/g, letter => GREEK[letter]).replace(/\\left|\\right|[\\{}()\s*·]|\\[,;!]/g, "");
}

/** Pairs of neighbouring characters; a text of one character is its own pair. */
export function pairsOf(text) {
  const found = new Set();
  for (let at = 0; at + 1 < text.length; at++) found.add(text.slice(at, at + 2));
  if (text.length === 1) found.add(text);
  return found;
}
