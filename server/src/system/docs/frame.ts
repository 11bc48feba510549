import type { Guide, Shelf } from './library.ts';
import { escapeHtml, type Rendered } from './render.ts';

interface Frame {
  title: string;
  /** The part of the documentation that the page belongs to. */
  part: 'guides' | 'api';
  styles: string[];
  scripts: string[];
  body: string;
}

const parts = [
  { part: 'guides', href: '/docs/guides', name: 'Guides' },
  { part: 'api', href: '/docs', name: 'API' },
] as const;

/** A page of the documentation: the guides and the interface stand under one header. */
export function framed({ title, part, styles, scripts, body }: Frame): string {
  const links = parts.map(
    ({ part: one, href, name }) =>
      `<a href="${href}"${one === part ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body>
<a class="skip" href="#page">Skip to the content</a>
<header class="site">
<a class="logo" href="/docs/guides"><img src="/icon.svg" alt="" width="28" height="28">Lectern docs</a>
<nav aria-label="Documentation">${links.join('')}<a class="home" href="/">Open Lectern</a></nav>
</header>
${body}
${scripts.map((src) => `<script src="${src}" defer></script>`).join('\n')}
</body>
</html>
`;
}

const styles = ['/docs/site.css', '/docs/guides.css'];

const listOf = (guides: Guide[], current?: Guide): string =>
  `<ul>${guides
    .map(
      (guide) =>
        `<li><a href="${guide.url}"${guide === current ? ' aria-current="page"' : ''}>${escapeHtml(guide.title)}</a></li>`,
    )
    .join('')}</ul>`;

const shelvesOf = (shelves: Shelf[], current: Guide): string =>
  shelves.map(({ title, guides }) => `<p class="shelf">${title}</p>${listOf(guides, current)}`).join('\n');

/** A guide, with the way to every other one beside it. */
export function guidePage(shelves: Shelf[], guide: Guide, { html, sections }: Rendered): string {
  const contents = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('');
  return framed({
    title: `${guide.title} · Lectern`,
    part: 'guides',
    styles,
    scripts: ['/docs/site.js'],
    body: `<div class="columns">
<nav class="side guides" aria-label="Guides"><details id="guides"><summary>All guides</summary>
${shelvesOf(shelves, guide)}
</details></nav>
<main id="page" class="text">
${html}
<p class="raw"><a href="${guide.url}.md">This guide as Markdown</a></p>
</main>
${contents ? `<nav class="side contents" aria-label="On this page"><p class="shelf">On this page</p><ul>${contents}</ul></nav>` : ''}
</div>`,
  });
}

const described = ({ url, title, subtitle }: Guide): string =>
  `<li><a href="${url}"><strong>${escapeHtml(title)}</strong>${
    subtitle
      ? `<span>${escapeHtml(subtitle[0]?.toUpperCase() ?? '')}${escapeHtml(subtitle.slice(1))}</span>`
      : ''
  }</a></li>`;

/** All guides, by whom they are for. */
export const indexPage = (shelves: Shelf[]): string =>
  framed({
    title: 'Guides · Lectern',
    part: 'guides',
    styles,
    scripts: [],
    body: `<main id="page" class="index">
<h1>Guides</h1>
${shelves
  .map(
    ({ title, forWhom, guides }) =>
      `<section><h2>${title}</h2><p>${forWhom}</p><ul class="cards">${guides.map(described).join('')}</ul></section>`,
  )
  .join('\n')}
</main>`,
  });

/** The interface, browsed by Swagger UI. */
export const apiPage: string = framed({
  title: 'API · Lectern',
  part: 'api',
  styles: ['/docs/swagger-ui.css', '/docs/site.css', '/docs/api.css'],
  scripts: ['/docs/swagger-ui-bundle.js', '/docs/api.js'],
  body: '<main id="page"></main>',
});
