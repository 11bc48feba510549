import type { Answer } from '../../../../contract/routes.ts';
import { parseWebAddress } from '../../platform/web-address.ts';

type Run = NonNullable<NonNullable<Answer<'getOwnMeeting'>['meeting']>['welcome']>[number];
type Style = Omit<Run, 'text'>;

const mostRuns = 500;
/** Placeholders may make a text longer than the client's own. */
const mostCharacters = 10_000;

/** A tag with its attributes; a `<` that begins none is text. */
const tag = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi;
/** Elements of which neither the tags nor the content are shown. */
const hidden = new Set(['script', 'style', 'title', 'head', 'template']);
/** Elements after which a new line begins. */
const blocks = new Set(['p', 'div', 'li', 'ul', 'ol', 'tr', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const styles = new Map<string, 'isBold' | 'isItalic' | 'isUnderlined'>([
  ['b', 'isBold'],
  ['strong', 'isBold'],
  ['i', 'isItalic'],
  ['em', 'isItalic'],
  ['u', 'isUnderlined'],
]);
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** A comment without an end hides the rest, as in HTML. */
function withoutComments(html: string): string {
  let kept = '';
  let from = 0;
  while (from >= 0) {
    const start = html.indexOf('<!--', from);
    if (start < 0) return kept + html.slice(from);
    kept += html.slice(from, start);
    const end = html.indexOf('-->', start + 4);
    from = end < 0 ? -1 : end + 3;
  }
  return kept;
}

const characterOf = (code: number): string =>
  code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';

function characterNamed(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return entities[name] ?? '';
  const isHex = name.startsWith('#x');
  return characterOf(Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10));
}

const decoded = (text: string): string =>
  text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi, (entity) =>
    characterNamed(entity),
  );

/** The http or https address that a link names; null for any other. */
function addressIn(attributes: string): string | null {
  const [, double, single, bare] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i.exec(attributes) ?? [];
  return parseWebAddress(decoded(double ?? single ?? bare ?? '').trim())?.href ?? null;
}

/** Addresses in a text are links, too. */
function linked(text: string, style: Style): Run[] {
  if (style.url !== null) return [{ ...style, text }];
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/i).flatMap((part, index) => {
    if (part === '') return [];
    return [{ ...style, text: part, url: index % 2 === 1 ? (parseWebAddress(part)?.href ?? null) : null }];
  });
}

/** Collects runs. Spaces count once, as in HTML, and there are no empty lines at the beginning and the end. */
class Runs {
  readonly #runs: Run[] = [];
  #breaks = 0;
  #endsInSpace = true;
  #free = mostCharacters;

  get all(): Run[] {
    return this.#runs.slice(0, mostRuns);
  }

  breakLine(most: number): void {
    this.#breaks = Math.min(2, Math.max(most, this.#breaks));
  }

  /** A line break of its own, beside those of blocks. */
  addLine(): void {
    this.#breaks = Math.min(2, this.#breaks + 1);
  }

  add(raw: string, style: Style): void {
    let text = raw.replace(/[ \t\r\n]+/g, ' ');
    if (this.#endsInSpace || this.#breaks > 0) text = text.replace(/^ /, '');
    text = text.slice(0, this.#free);
    if (text === '') return;
    this.#free -= text.length;
    const last = this.#runs.at(-1);
    if (last) last.text += '\n'.repeat(this.#breaks);
    this.#breaks = 0;
    this.#endsInSpace = text.endsWith(' ');
    for (const run of linked(text, style)) this.#push(run);
  }

  /** Text of one style is one run, so that a long text of many lines is not cut. */
  #push(run: Run): void {
    const last = this.#runs.at(-1);
    const isSame =
      last?.url === run.url &&
      last.isBold === run.isBold &&
      last.isItalic === run.isItalic &&
      last.isUnderlined === run.isUnderlined;
    if (last && isSame) last.text += run.text;
    else this.#runs.push({ ...run });
  }
}

/**
 * Reduces the HTML of a client to texts that are bold, italic, underlined or links: nothing of the HTML itself remains.
 * `values` replace placeholders in texts, where they are no HTML.
 */
export function runsOf(html: string, values: Readonly<Record<string, string>> = {}): Run[] {
  const runs = new Runs();
  const open = { isBold: 0, isItalic: 0, isUnderlined: 0 };
  let url: string | null = null;
  let skipped: string | undefined;
  const filled = (text: string): string =>
    text.replace(/%%[A-Z]+%%/g, (placeholder) => values[placeholder] ?? placeholder);
  const addText = (text: string): void => {
    if (skipped !== undefined) return;
    const style = {
      isBold: open.isBold > 0,
      isItalic: open.isItalic > 0,
      isUnderlined: open.isUnderlined > 0,
    };
    runs.add(filled(decoded(text)), { ...style, url });
  };
  const onTag = (name: string, isEnd: boolean, attributes: string): void => {
    if (skipped !== undefined) {
      if (isEnd && name === skipped) skipped = undefined;
      return;
    }
    const style = styles.get(name);
    if (hidden.has(name) && !isEnd) skipped = name;
    else if (style) open[style] = Math.max(0, open[style] + (isEnd ? -1 : 1));
    else if (name === 'a') url = isEnd ? null : addressIn(attributes);
    else if (name === 'br') runs.addLine();
    else if (blocks.has(name)) runs.breakLine(1);
  };
  const text = withoutComments(html);
  let from = 0;
  for (const found of text.matchAll(tag)) {
    addText(text.slice(from, found.index));
    from = found.index + found[0].length;
    const [, slash, name, attributes = ''] = found;
    if (name !== undefined) onTag(name.toLowerCase(), slash === '/', attributes);
  }
  addText(text.slice(from));
  return runs.all;
}
