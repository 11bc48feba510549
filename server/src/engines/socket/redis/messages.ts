import type { Change, Member } from '../hub/bus.ts';

/** What one node says to the others. */
export type BusMessage =
  | { kind: 'publish'; change: Change }
  | { kind: 'forget' }
  | { kind: 'tell'; data: string }
  | { kind: 'joined'; member: Member }
  | { kind: 'left'; member: Member }
  | { kind: 'recheck'; userIds: string[] };

/**
 * As text: who says it, what kind it is, then its parts. What was JSON text stays the same text, so that a change is
 * written once and never read on its way.
 */
export function encodeMessage(sender: string, word: BusMessage): string {
  const head = `${sender} ${word.kind}`;
  switch (word.kind) {
    case 'publish': {
      const { seq, epoch, data } = word.change;
      return `${head} ${seq} ${encodeURIComponent(epoch)} ${data}`;
    }
    case 'forget':
      return head;
    case 'tell':
      return `${head} ${word.data}`;
    case 'joined':
    case 'left':
      return `${head} ${JSON.stringify(word.member)}`;
    case 'recheck':
      return `${head} ${JSON.stringify(word.userIds)}`;
  }
}

/** The first word of the text and what follows it. */
function split(text: string): [first: string, rest: string] {
  const end = text.indexOf(' ');
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}

function wordOf(kind: string, rest: string): BusMessage | undefined {
  switch (kind) {
    case 'publish': {
      const [seq, afterSeq] = split(rest);
      const [epoch, data] = split(afterSeq);
      if (!/^\d+$/.test(seq) || data === '') return undefined;
      return { kind, change: { seq: Number(seq), epoch: decodeURIComponent(epoch), data } };
    }
    case 'forget':
      return { kind };
    case 'tell':
      return { kind, data: rest };
    case 'joined':
    case 'left':
      return { kind, member: JSON.parse(rest) };
    case 'recheck':
      return { kind, userIds: JSON.parse(rest) };
    default:
      return undefined;
  }
}

/** @returns undefined for what this version does not understand: a newer node may say more */
export function decodeMessage(text: string): { sender: string; word: BusMessage } | undefined {
  const [sender, afterSender] = split(text);
  const [kind, rest] = split(afterSender);
  try {
    const word = wordOf(kind, rest);
    return word && { sender, word };
  } catch {
    return undefined;
  }
}
