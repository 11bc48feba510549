import type { Guide, NavigationEntry, NavigationGroup } from './library.ts';
import { escapeHtml, type Rendered } from './render.ts';
import type { ListedOperation } from './search-index.ts';

interface Frame {
  title: string;
  navigationGroups: NavigationGroup[];
  /** The current page in the navigation. */
  url: string;
  styles?: string[];
  scripts?: string[];
  main: string;
  /** The headings of the page. Only a wide window shows them. */
  aside?: string;
}

const linkTo = ({ url, title }: NavigationEntry, current: string): string =>
  `<li><a href="${url}"${url === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;

const navigation = (navigationGroups: NavigationGroup[], current: string): string =>
  navigationGroups
    .map(
      ({ title, entries }) =>
        `<p class="group-title">${title}</p><ul>${entries.map((entry) => linkTo(entry, current)).join('')}</ul>`,
    )
    .join('\n');

/** Renders the HTML document of a page: its header, search and navigation are the same on every page. */
function renderDocument({
  title,
  navigationGroups,
  url,
  styles = [],
  scripts = [],
  main,
  aside = '',
}: Frame): string {
  const sheets = [...styles, '/docs/site.css', '/docs/guides.css', '/docs/search.css'];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body>
<a class="skip" href="#page">Skip to content</a>
<header class="site">
<a class="logo" href="/docs"><img src="/icon.svg" alt="" width="28" height="28">Lectern docs</a>
<search class="search"><input id="query" type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false"><div id="found" class="found" hidden><p role="status"></p><ul></ul></div></search>
<a class="home" href="/">Open Lectern</a>
</header>
<div class="columns">
<nav class="side guides" aria-label="Documentation"><details id="guides"><summary>All pages</summary>
${navigation(navigationGroups, url)}
</details></nav>
${main}
${aside}
</div>
${scripts.map((src) => `<script src="${src}" defer></script>`).join('\n')}
<script src="/docs/site.js" type="module"></script>
<script src="/docs/search.js" type="module"></script>
</body>
</html>
`;
}

/** Renders a guide with links to its sections. */
export function guidePage(navigationGroups: NavigationGroup[], guide: Guide, { html, sections }: Rendered) {
  const contents = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('');
  return renderDocument({
    title: `${guide.title} · Lectern docs`,
    navigationGroups,
    url: guide.url,
    main: `<main id="page" class="text">
${html}
<p class="raw"><a href="${guide.url}.md">View as Markdown</a></p>
</main>`,
    ...(contents && {
      aside: `<nav class="side contents" aria-label="On this page"><p class="group-title">On this page</p><ul>${contents}</ul></nav>`,
    }),
  });
}

const capitalized = (text: string): string => escapeHtml(`${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`);

const card = ({ url, title, subtitle }: NavigationEntry): string =>
  `<li><a href="${url}"><strong>${escapeHtml(title)}</strong>${
    subtitle ? `<span>${capitalized(subtitle)}</span>` : ''
  }</a></li>`;

/** Renders the home page, which lists all guides by audience. */
export const homePage = (navigationGroups: NavigationGroup[]): string =>
  renderDocument({
    title: 'Lectern docs',
    navigationGroups,
    url: '/docs',
    main: `<main id="page" class="index">
<h1>Documentation</h1>
${navigationGroups
  .map(
    ({ title, description, entries }) =>
      `<section><h2>${title}</h2><p>${description}</p><ul class="cards">${entries.map(card).join('')}</ul></section>`,
  )
  .join('\n')}
<p class="raw"><a href="/llms.txt">All guides as Markdown (llms.txt)</a></p>
</main>`,
  });

/** Without a script, and for programs that read pages, the operations are a list. */
const listOf = (operations: ListedOperation[]): string =>
  `<noscript><h1>API reference</h1>
<p>A script shows the parameters, bodies and responses here. The <a href="/v1/openapi.json">OpenAPI document</a> has all of them, too.</p>
<ul>
${operations
  .map(
    ({ id, request, summary }) =>
      `<li id="${id}"><code>${escapeHtml(request)}</code> ${escapeHtml(summary)} (${id})</li>`,
  )
  .join('\n')}
</ul></noscript>`;

/** Renders the API reference, in which Swagger UI shows the OpenAPI document. */
export const apiPage = (navigationGroups: NavigationGroup[], operations: ListedOperation[]): string =>
  renderDocument({
    title: 'API reference · Lectern docs',
    navigationGroups,
    url: '/docs/api',
    styles: ['/docs/swagger-ui.css', '/docs/api.css'],
    scripts: ['/docs/swagger-ui-bundle.js', '/docs/api.js'],
    // Swagger UI brings its own <main>.
    main: `<section id="page" class="api" aria-label="API reference">${listOf(operations)}</section>`,
  });
