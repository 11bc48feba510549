/** Thrown for a text that is no well-formed XML, or has a document type. */
export class MalformedXml extends Error {}

/**
 * Every repetition has a bound, because the engine of regular expressions keeps a position for each character that it may
 * give back: one of millions ends in a RangeError.
 */
const name = '[\\p{L}_:][\\p{L}\\p{N}_:.\\-·]{0,199}';
const space = '[ \\t\\r\\n]';
const spaces = `${space}{0,1000}`;
const strayReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/i;
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const attributeStart = new RegExp(`${space}${spaces}(${name})${spaces}=${spaces}(["'])`, 'uy');
const tagStart = new RegExp(`<(${name})`, 'uy');
const tagEnd = new RegExp(`${spaces}(/?)>`, 'y');
const closing = new RegExp(`</(${name})${spaces}>`, 'uy');

/** Bodies with slides have some dozens of tags and texts, and their tags a few attributes. */
const mostPieces = 10_000;
const mostAttributes = 100;
const deepest = 100;

export interface ReadElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Its own texts as they are written, with those of sections. */
  text: string;
}

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The characters for which references of XML stand; others stay as they are written. */
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});/gi, (whole, named: string) => {
    const reference = named.toLowerCase();
    if (!reference.startsWith('#')) return references[reference] ?? whole;
    const code = Number(reference.startsWith('#x') ? `0${reference.slice(1)}` : reference.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Reads a document from its start to its end; a comment, a section and an instruction have no nesting. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** @returns what is between them; undefined: the first is not here */
  #skip(open: string, close: string): string | undefined {
    if (!this.#text.startsWith(open, this.#at)) return undefined;
    const start = this.#at + open.length;
    const end = this.#text.indexOf(close, start);
    if (end < 0) throw new MalformedXml();
    this.#at = end + close.length;
    return this.#text.slice(start, end);
  }

  /** The attributes of a tag. A bare `&` in a value stands for itself: Moodle writes addresses like that. */
  #attributes(): Map<string, string> {
    const seen = new Map<string, string>();
    for (let found = this.#match(attributeStart); found; found = this.#match(attributeStart)) {
      const [, key = '', quote = ''] = found;
      const end = this.#text.indexOf(quote, this.#at);
      if (end < 0 || this.#text.slice(this.#at, end).includes('<')) throw new MalformedXml();
      if (seen.has(key) || seen.size >= mostAttributes) throw new MalformedXml();
      seen.set(key, decoded(this.#text.slice(this.#at, end)));
      this.#at = end + 1;
    }
    return seen;
  }

  /** @returns all elements, the root first */
  read(): ReadElement[] {
    const elements: ReadElement[] = [];
    const open: ReadElement[] = [];
    const write = (text: string) => {
      const innermost = open.at(-1);
      if (innermost) innermost.text += text;
    };
    for (let pieces = 0; this.#at < this.#text.length; pieces += 1) {
      if (pieces >= mostPieces) throw new MalformedXml();
      if ((this.#skip('<!--', '-->') ?? this.#skip('<?', '?>')) !== undefined) continue;
      const section = open.length > 0 ? this.#skip('<![CDATA[', ']]>') : undefined;
      if (section !== undefined) {
        write(section);
        continue;
      }
      const end = this.#match(closing);
      if (end) {
        if (open.pop()?.name !== end[1]) throw new MalformedXml();
        continue;
      }
      const start = this.#match(tagStart);
      if (start) {
        if (open.length === 0 && elements.length > 0) throw new MalformedXml();
        const element = { name: start[1] ?? '', attributes: this.#attributes(), text: '' };
        elements.push(element);
        const tag = this.#match(tagEnd);
        if (!tag) throw new MalformedXml();
        if (tag[1] === '') open.push(element);
        if (open.length > deepest) throw new MalformedXml();
        continue;
      }
      write(this.#characters(open.length > 0));
    }
    if (open.length > 0 || elements.length === 0) throw new MalformedXml();
    return elements;
  }

  #characters(isInside: boolean): string {
    const next = this.#text.indexOf('<', this.#at);
    const end = next < 0 ? this.#text.length : next;
    const text = this.#text.slice(this.#at, end);
    // A declaration (`<!DOCTYPE`, `<!ENTITY`) and anything else that begins with `<` is none of the above.
    if (end === this.#at || strayReference.test(text)) throw new MalformedXml();
    if (!isInside && text.trim() !== '') throw new MalformedXml();
    this.#at = end;
    return text;
  }
}

/**
 * Checks that a text is well-formed XML without a document type, and lists its elements. Nothing is
 * expanded or fetched (docs/decisions/0207).
 * @throws MalformedXml
 */
export function readXmlElements(text: string): ReadElement[] {
  const whole = text.replace(/^\uFEFF/, '');
  if (forbidden.test(whole)) throw new MalformedXml();
  return new Reader(whole).read();
}
