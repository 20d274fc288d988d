// The worker that answers what is typed into the search box. It speaks the theme's protocol: a message of type 0 sets
// up, 1 says ready, 2 asks, 3 answers. The index is fetched with the first letter, so that reading costs nothing.
import {answer} from "../search/answer.js";
import {Index} from "../search/ranking.js";

const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3];
let loading;
let latest = 0;

function loaded() {
  loading ??= fetch(new URL("../search.json", self.location.href))
    .then(response => response.ok ? response.json() : Promise.reject(new Error(`${response.status} ${response.url}`)))
    .then(data => new Index(data));
  return loading;
}

async function asked(query) {
  const number = ++latest;
  let items = [];
  try {
    if (query.trim()) items = answer(await loaded(), query);
  } catch (error) {
    loading = undefined;
    console.warn(`The search cannot answer: ${error.message}`);
  }
  if (number === latest) postMessage({type: RESULT, data: {items}});
}

addEventListener("message", ({data: {type, data}}) => {
  if (type === SETUP) postMessage({type: READY});
  else if (type === QUERY) asked(data);
});
