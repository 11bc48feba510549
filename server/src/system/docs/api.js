const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const page = document.getElementById('page');

// We handle deep links (/docs/api#createRoom) ourselves: Swagger UI would put a link into each operation's button, where
// screen readers do not find it.
const ui = SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#page',
  deepLinking: false,
  docExpansion: 'none',
  // Several hundred schemas are drawn when a reader opens their list: they took a quarter of the page's time.
  defaultModelsExpandDepth: 0,
  onComplete: openLinked,
});

/** Opens the operation that the URL names. */
function openLinked() {
  const id = location.hash.slice(1);
  const operations = Object.values(ui.specSelectors.specJson().toJS().paths).flatMap(Object.values);
  const tag = operations.find(({ operationId }) => id !== '' && operationId === id)?.tags[0];
  if (tag === undefined) return;
  ui.layoutActions.show(['operations-tag', tag], true);
  ui.layoutActions.show(['operations', tag, id], true);
}
addEventListener('hashchange', openLinked);

let scrolledTo = '';
function scrollToLinked() {
  const id = location.hash.slice(1);
  if (id === '' || id === scrolledTo) return;
  const operation = [...page.querySelectorAll('.opblock')].find((one) => one.id.endsWith(`-${id}`));
  if (!operation) return;
  scrolledTo = id;
  operation.scrollIntoView();
  operation.querySelector('.opblock-summary-control').focus({ preventScroll: true });
}

// The URL names the last opened operation, so that a reader can copy a link to it.
page.addEventListener('click', ({ target }) => {
  const operation = target.closest('.opblock-summary') && target.closest('.opblock');
  if (!operation) return;
  scrolledTo = operation.id.split('-').at(-1);
  history.replaceState(null, '', `#${scrolledTo}`);
});

// Swagger UI does not name the select of examples, and its examples cannot be focused or scrolled by keyboard.
function makeAccessible() {
  for (const select of page.querySelectorAll('select.examples-select-element:not([aria-label])'))
    select.setAttribute('aria-label', 'Example');
  for (const example of page.querySelectorAll('pre.microlight:not([tabindex])')) example.tabIndex = 0;
}
new MutationObserver(() => {
  makeAccessible();
  scrollToLinked();
}).observe(page, { childList: true, subtree: true });
