import type { Static } from 'typebox';
import type { ViewerMessage } from '../../../../contract/operations/viewings.ts';
import type { ShownItem } from './open-items.store.ts';
import { comingSeconds } from './open-items.ts';
import type { RecordedMessage } from './viewer-messages.store.ts';

type Message = Static<typeof ViewerMessage>;

/** As many messages as one response contains, and how far back it looks for them. */
const mostAtOnce = 100;
const mostStretches = 10;

/** The chat of the recorded call is read in stretches of this length, each once for all viewers. */
export const stretchSeconds = 60;

/** Reads the messages of the recorded call from `number` times `stretchSeconds` on, for the length of a stretch. */
export type ReadStretch = (number: number) => Promise<RecordedMessage[]>;

const originalOf = ({ id, atSecond, author, text }: RecordedMessage): Message => ({
  ...{ id, at: Math.max(0, atSecond), author, text, kind: 'original' },
});

const organizersOf = (items: ShownItem[]): Message[] =>
  items.flatMap(({ id, kind, atSecond, content: { author, text } }) =>
    kind === 'message'
      ? [{ ...{ id, at: atSecond, author: author ?? '', text: text ?? '', kind: 'organizer' as const } }]
      : [],
  );

/**
 * The messages that a viewer of a permanent session gets: those after `from`, where the page has them already, until a
 * little after the viewer's own position, so that the page can show them on time between two reports.
 */
export async function messagesFor(
  { from, position }: { from: number; position: number },
  { items, read }: { items: ShownItem[]; read: ReadStretch },
): Promise<{ messages: Message[]; messagesUntil: number }> {
  const messagesUntil = position + comingSeconds;
  const isDue = ({ at }: Message): boolean => (at > from || (from === 0 && at === 0)) && at <= messagesUntil;
  let originals: Message[] = [];
  const last = Math.floor(messagesUntil / stretchSeconds);
  const first = Math.max(Math.floor(from / stretchSeconds), last - mostStretches);
  for (let number = last; number >= first && originals.length < mostAtOnce; number -= 1) {
    originals = [...(await read(number)).map(originalOf).filter(isDue), ...originals];
  }
  const messages = [...organizersOf(items).filter(isDue), ...originals].sort((a, b) => a.at - b.at);
  return { messages: messages.slice(-mostAtOnce), messagesUntil };
}
