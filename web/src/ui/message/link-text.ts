export type TextPart = { text: string; href?: string };

const address = /https?:\/\/[^\s<>"']+|www\.[^\s<>"'/]+\.[^\s<>"']+/giu;
const trailing = /[.,;:!?…»”’]+$/u;
const closing = { ')': '(', ']': '[', '}': '{' } as const;

/**
 * Punctuation at the end of an address that belongs to the sentence: a full stop, or the closing one of a bracket
 * opened before.
 */
function trimmed(found: string): string {
  let text = found;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(trailing, '');
    const last = text.at(-1) as keyof typeof closing;
    const opener = closing[last];
    if (opener && text.split(opener).length < text.split(last).length) text = text.slice(0, -1);
  }
  return text;
}

/** Only what the browser parses as a web address becomes a link; everything else stays text. */
function hrefOf(text: string): string | undefined {
  try {
    const url = new URL(/^www\./i.test(text) ? `https://${text}` : text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Splits a message into text and addresses. Joined together they are the exact message. */
export function linkText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(address)) {
    const found = trimmed(match[0]);
    const href = hrefOf(found);
    if (!href) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index) });
    parts.push({ text: found, href });
    done = match.index + found.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}

const onlyEmoji =
  /^(?:\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\uFE0F\u20E3?)?(?:\u200D\p{Emoji}\uFE0F?\p{EMod}?)*|\s)+$/u;

/** One to three emoji and nothing else are shown large. */
export function isEmojiOnly(text: string): boolean {
  if (text.length > 40 || !onlyEmoji.test(text) || /[\d#*]/.test(text)) return false;
  const count = [...new Intl.Segmenter().segment(text.replace(/\s/gu, ''))].length;
  return count > 0 && count <= 3;
}
