// A query as terms with weights: words of Latin letters and digits, pairs of Chinese characters.

const WORD = /[\p{Script=Han}]+|[\p{L}\p{N}_]+(?:\.\p{N}+)*/gu;
const HAN = /^\p{Script=Han}/u;
const COMMON = new Set((
  "a an and any are as at be by can do does for from how i in is it its of on or that the this to what when which why " +
  "with without you"
).split(" "));
const GLUE = /[的了是就能在和与吗呢有不用也都要会把被让怎么什为何如可以]/;
const ENDINGS = /(?:ations?|ings?|ies|ed|es|s)$/;

/** Terms of a folded query: {text, stem, han, weight}. */
export function termsOf(folded) {
  const found = new Map();
  for (const [run] of folded.replace(/(?<=\p{Script=Han})(?=[^\p{Script=Han}])/gu, " ").matchAll(WORD)) {
    if (!HAN.test(run)) {
      const stem = run.length > 4 && /^[a-z]+$/.test(run) ? run.replace(ENDINGS, "") : run;
      found.set(run, {text: run, stem: stem.length > 3 ? stem : run, han: false, weight: COMMON.has(run) ? 0.1 : 1});
    } else if (run.length === 1) {
      found.set(run, {text: run, stem: run, han: true, weight: 0.5});
    } else {
      for (let at = 0; at + 1 < run.length; at++) {
        const pair = run.slice(at, at + 2);
        found.set(pair, {text: pair, stem: pair, han: true, weight: GLUE.test(pair) ? 0.2 : 0.7});
      }
    }
  }
  return [...found.values()];
}

/** Whether a letter of a word or a digit stands at a place of a folded text: Latin and Greek. */
export function isLetter(text, at) {
  const code = text.charCodeAt(at);
  return (code > 96 && code < 123) || (code > 47 && code < 58) || (code > 0xbf && code < 0x400);
}

/** How well a term stands in a folded text, from 0 to 1, how often (counted to 4), and where first. */
export function matched(term, folded) {
  let [best, count, where] = [0, 0, -1];
  const {stem} = term;
  for (let at = folded.indexOf(stem); at !== -1 && count < 4; at = folded.indexOf(stem, at + stem.length)) {
    let quality = 1;
    if (!term.han) {
      if (isLetter(folded, at - 1)) continue;
      let end = at + stem.length;
      while (isLetter(folded, end)) end++;
      const rest = end - at - stem.length;
      quality = folded.slice(at, end) === term.text ? 1 : rest <= 5 && stem.length > 3 ? 0.85 : 0.5;
    }
    count++;
    if (quality > best) [best, where] = [quality, at];
  }
  return {quality: best, count, where};
}
