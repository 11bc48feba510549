import { excerptOf, findSections, wordsOf } from './find.js';

const shown = 20;
const query = document.getElementById('query');
const found = document.getElementById('found');
const [status, list] = found.children;
let index;

/** Loads the index at the first search. A failed request is retried at the next key press. */
async function loadIndex() {
  index ??= fetch('/docs/search.json').then((response) => {
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.json();
  });
  try {
    return await index;
  } catch (error) {
    index = undefined;
    throw error;
  }
}

/** Appends a text to an element, with the words of the query in <mark>. */
function appendMarked(element, text) {
  const words = wordsOf(query.value).sort((a, b) => b.length - a.length);
  for (const [at, part] of text.split(new RegExp(`(${words.join('|')})`, 'giu')).entries()) {
    if (at % 2 === 0) element.append(part);
    else element.append(Object.assign(document.createElement('mark'), { textContent: part }));
  }
}

function itemOf({ page, title, url, text }) {
  const link = Object.assign(document.createElement('a'), { href: url });
  const [name, place, excerpt] = ['strong', 'small', 'span'].map((tag) => document.createElement(tag));
  appendMarked(name, title);
  place.textContent = page;
  appendMarked(excerpt, excerptOf(text, query.value));
  link.append(name, ' ', place, excerpt);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function show(message, sections) {
  status.textContent = message;
  list.replaceChildren(...sections.slice(0, shown).map(itemOf));
  found.hidden = false;
}

const close = () => {
  found.hidden = true;
};

async function search() {
  const asked = query.value;
  if (wordsOf(asked).length === 0) return close();
  try {
    const sections = findSections(await loadIndex(), asked);
    if (query.value !== asked) return;
    const { length } = sections;
    if (length === 0) return show(`No results for “${asked.trim()}”. Try fewer or different words.`, []);
    const count = length === 1 ? '1 result' : `${length} results`;
    show(length > shown ? `${count}, showing the best ${shown}` : count, sections);
  } catch {
    show('The search could not load. Check your connection and try again.', []);
  }
}

/** Moves the focus between the field and the results. */
function move(step) {
  const stops = [query, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
}

const steps = { ArrowDown: 1, ArrowUp: -1 };

found.parentElement.addEventListener('keydown', (event) => {
  const step = steps[event.key];
  if (step) {
    event.preventDefault();
    if (found.hidden) search();
    else move(step);
  } else if (event.key === 'Escape' && !found.hidden) {
    event.preventDefault();
    close();
    query.focus();
  } else if (event.key === 'Enter' && event.target === query) {
    event.preventDefault();
    list.querySelector('a')?.click();
  }
});
found.parentElement.addEventListener('focusout', ({ relatedTarget }) => {
  if (!found.parentElement.contains(relatedTarget)) close();
});
query.addEventListener('input', search);
query.addEventListener('click', search);
// A result may be a section of this page, to which the browser scrolls behind the open list.
list.addEventListener('click', (event) => {
  if (event.target.closest('a')) close();
});
document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  query.select();
});
