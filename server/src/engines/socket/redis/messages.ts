import type { BusMessage } from '../hub/bus.ts';

/**
 * Encodes a message as text: the sender, the kind, then its parts. JSON text is passed on unchanged, so that a change
 * is serialized once and never parsed in between.
 */
export function encodeMessage(sender: string, message: BusMessage): string {
  const head = `${sender} ${message.kind}`;
  switch (message.kind) {
    case 'publish': {
      const { seq, epoch, data } = message.change;
      return `${head} ${seq} ${encodeURIComponent(epoch)} ${data}`;
    }
    case 'forget':
      return head;
    case 'tell':
    case 'pass':
      return `${head} ${message.data}`;
    case 'joined':
    case 'left':
      return `${head} ${JSON.stringify(message.member)}`;
    case 'recheck':
      return `${head} ${JSON.stringify(message.userIds)}`;
  }
}

/** The text before the first space, and the text after it. */
function split(text: string): [first: string, rest: string] {
  const end = text.indexOf(' ');
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}

function messageOf(kind: string, rest: string): BusMessage | undefined {
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
    case 'pass':
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

/** @returns undefined for a message that this version does not know: a newer node may have sent it */
export function decodeMessage(text: string): { sender: string; message: BusMessage } | undefined {
  const [sender, afterSender] = split(text);
  const [kind, rest] = split(afterSender);
  try {
    const message = messageOf(kind, rest);
    return message && { sender, message };
  } catch {
    return undefined;
  }
}
