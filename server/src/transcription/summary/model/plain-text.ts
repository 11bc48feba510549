/** Repetitions are bounded: a text made to be slow must not occupy the server. */
const addresses =
  /(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.|(?:javascript|data|vbscript|mailto|tel):)\S+|[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}|(?<![\p{L}\d.-])(?:[\p{L}\d-]{1,63}\.){1,8}(?:com|net|org|info|biz|io|dev|app|me|co|xyz|site|online|link|click|top|ru|su|by|kz|ua|de|uk|eu|рф)(?![\p{L}\d-])(?:[/:?#]\S*)?/giu;

const markdownLink = /!?\[([^\]]{0,200})\]\([^)]{0,500}\)/g;
const html = /<[^>]*>?|&(?:[a-z]+|#x?[0-9a-f]+);/gi;

function cutAt(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '');
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > longest / 2 ? space : cut.length).trimEnd()}…`;
}

export interface PlainTextOptions {
  /** Code units. */
  longest: number;
  /** Text of the transcript: addresses that occur in it are kept. */
  spoken: string;
}

/** Removes markup, control characters and addresses that nobody said from a model's text. */
export function plainText(written: string, { longest, spoken }: PlainTextOptions): string {
  const said = spoken.toLowerCase();
  const text = written
    .slice(0, 4 * longest)
    .normalize('NFC')
    .replace(markdownLink, '$1')
    .replace(html, ' ')
    .replace(/[<>]/g, ' ')
    // Also marks that change the direction of text, characters without width, and halves of pairs.
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(addresses, (address) =>
      said.includes(address.toLowerCase().replace(/[.,;:!?)]+$/, '')) ? address : ' ',
    )
    .replace(/[*_`#]{2,}|^\s*(?:[-*•#]+\s+|\d+[.)]\s+)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return cutAt(text, longest);
}
