const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// Without deep links: they put a link into each operation's button, where no screen reader finds it.
SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#page', deepLinking: false, docExpansion: 'none' });

// Swagger UI gives its choice of examples no name.
const nameChoices = () => {
  for (const select of document.querySelectorAll('select.examples-select-element:not([aria-label])'))
    select.setAttribute('aria-label', 'Example');
};
new MutationObserver(nameChoices).observe(document.getElementById('page'), {
  childList: true,
  subtree: true,
});
