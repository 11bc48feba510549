/** A piece of untrusted text: shown as it is, or as the name of an invisible character. */
type TextPiece = { text: string; isMark: boolean };

/**
 * Control characters except line breaks and tabs, direction marks, and zero-width characters. They could hide text or
 * change how it reads.
 */
const unseen =
  /[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]|\u034F/gu;
const kept = new Set(['\n', '\t']);

const controls =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return controls[code] ?? (code === 0x7f ? 'DEL' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
}

/** Splits a text and names everything invisible; `\r\n` is a line break. */
export function piecesOf(text: string): TextPiece[] {
  const plain = text.replaceAll('\r\n', '\n');
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of plain.matchAll(unseen)) {
    const [character] = match;
    if (kept.has(character)) continue;
    if (match.index > from) pieces.push({ text: plain.slice(from, match.index), isMark: false });
    pieces.push({ text: nameOf(character), isMark: true });
    from = match.index + character.length;
  }
  if (from < plain.length) pieces.push({ text: plain.slice(from), isMark: false });
  return pieces;
}

const keptBytes = 1024;

/** True if the response may be longer than the stored part. */
export function mayBeCut(answer: string): boolean {
  return new TextEncoder().encode(answer).length >= keptBytes;
}
