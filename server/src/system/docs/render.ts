import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import type { Guide, Library } from './library.ts';

export type Rendered = ReturnType<typeof renderGuide>;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => escapes[one] ?? one);

/** Returns the URL of a link in a guide. Links that leave the documentation do not change. */
function targetOf({ guides, files }: Library, from: Guide, { href, suffix = '' }: Link): string {
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const inside = posix.join(posix.dirname(from.path), path);
  const guide = guides.get(inside);
  const url = guide ? `${guide.url}${suffix}` : files.get(inside)?.url;
  if (url === undefined) return href;
  return anchor === undefined ? url : `${url}#${anchor}`;
}

interface Link {
  href: string;
  /** Added to the URLs of guides. */
  suffix?: string;
}

/** The Markdown of a guide, with links to the Markdown of the others, which has other URLs than in the repository. */
export const markdownOf = (library: Library, guide: Guide): string =>
  guide.text.replace(/(?<=\]\()[^()\s]+(?=\))/g, (href) => targetOf(library, guide, { href, suffix: '.md' }));

/** Each code block can be focused, so that long lines can be scrolled by keyboard. */
const code = ({ text, lang }: Tokens.Code): string =>
  `<div class="code"><pre tabindex="0"><code${lang ? ` data-language="${escapeHtml(lang)}"` : ''}>${escapeHtml(text)}</code></pre></div>\n`;

const withAnchors = (html: string): string =>
  html.replace(
    /(?<=<h[2-4] id="([^"]+)">.*)(?=<\/h[2-4]>)/g,
    (_, id) => ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`,
  );

function withScrollingTables(html: string): string {
  let count = 0;
  const open = () => {
    count += 1;
    return `<div class="table" role="region" aria-label="Table ${count}" tabindex="0"><table>`;
  };
  return html.replaceAll('<table>', open).replaceAll('</table>', '</table></div>');
}

/** Renders a guide to HTML; `sections` are the entries of its table of contents, with titles as HTML. */
export function renderGuide(library: Library, guide: Guide) {
  const marked = new Marked(gfmHeadingId(), {
    walkTokens: (token) => {
      if (token.type === 'link' || token.type === 'image') {
        token.href = targetOf(library, guide, { href: token.href });
      }
    },
    // A bare URL is an example, not a link.
    tokenizer: { url: () => undefined },
    renderer: { code },
    hooks: { postprocess: (html) => withScrollingTables(withAnchors(html)) },
  });
  const html = marked.parse(guide.text, { async: false });
  const sections = getHeadingList()
    .filter(({ level }) => level === 2)
    .map(({ id, text }) => ({ id, title: text }));
  return { html, sections };
}
