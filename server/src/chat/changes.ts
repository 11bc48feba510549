import { type Db, onCommit } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { blankAllTexts, blankAnswers, blankTexts, insertChange, takeChangeNumber } from './changes.store.ts';
import { ensureRoomChannel } from './channels/store.ts';
import { personalChannelOf, type SocketPart, socketChannelOf } from './parts.ts';

/** The event of one change; the channel is added to `payload` when it is sent. */
export interface ChangeEvent {
  event: string;
  payload: Record<string, unknown>;
  /** The message whose text the payload contains (as `payload.message`): it is blanked when the message is deleted. */
  messageId?: string;
}

/** The text of an event, as the socket and `?since=` return it. */
export const publicationText = (change: { event: string; payload: string; seq: number }): string =>
  `{"event":${JSON.stringify(change.event)},"payload":${change.payload},"seq":${change.seq}}`;

/**
 * The only function that changes a channel: it takes the next number, `make` writes the change and returns its event,
 * the event is stored, and after the commit the socket sends it. If the server dies before the last step, the next
 * read of the table finds the event.
 */
export async function makeChange<T>(
  { socket }: SocketPart,
  trx: Db,
  options: { channelId: string; make: (seq: number) => Promise<ChangeEvent & { result: T }> },
): Promise<T> {
  const { channelId, make } = options;
  const { seq, epoch } = (await takeChangeNumber(trx, channelId)) ?? refuse('not_found');
  const { event, payload, messageId = null, result } = await make(seq);
  const text = JSON.stringify({ channelId, ...payload });
  await insertChange(trx, { channelId, seq, event, payload: text, messageId });
  onCommit(trx, () => {
    socket.publish(socketChannelOf(channelId), {
      seq,
      epoch,
      data: publicationText({ event, payload: text, seq }),
    });
  });
  return result;
}

/** Publishes an event about something that the same transaction wrote elsewhere. */
export const publishChange = (
  parts: SocketPart,
  trx: Db,
  { channelId, ...change }: ChangeEvent & { channelId: string },
): Promise<void> =>
  makeChange(parts, trx, { channelId, make: async () => ({ ...change, result: undefined }) });

/** Publishes an event of another feature to the people of a room. */
export async function publishToRoom(
  parts: SocketPart,
  trx: Db,
  { roomId, ...change }: ChangeEvent & { roomId: string },
): Promise<void> {
  const channelId = await ensureRoomChannel(trx, roomId);
  await publishChange(parts, trx, { channelId, ...change });
}

/**
 * Sends an event without a number to everybody who listens to a channel now, or to one person; it is not stored.
 * @param event `isFleeting`: it is outdated in a moment, so that nobody gets it late
 */
export function publishWithoutNumber(
  { socket }: SocketPart,
  to: string | { userId: string },
  {
    event,
    payload,
    isFleeting = false,
  }: { event: string; payload: Record<string, unknown>; isFleeting?: boolean },
): void {
  const isChannel = typeof to === 'string';
  const channel = isChannel ? socketChannelOf(to) : personalChannelOf(to.userId);
  const data = JSON.stringify({ event, payload: isChannel ? { channelId: to, ...payload } : payload });
  if (isFleeting) socket.pass(channel, data);
  else socket.tell(channel, data);
}

/** Blanks deleted texts in the stored changes and in the socket's own copies. */
export async function eraseTextsInChanges(
  { socket }: SocketPart,
  trx: Db,
  { channelId, of }: { channelId: string; of: 'all' | { messageIds: string[] } | { pollId: string } },
): Promise<void> {
  if (of === 'all') await blankAllTexts(trx, channelId);
  else if ('pollId' in of) await blankAnswers(trx, channelId, of.pollId);
  else await blankTexts(trx, of.messageIds);
  onCommit(trx, () => socket.forget(socketChannelOf(channelId)));
}

/** Sends an event without a number to one person. After a reconnect the page reads its state by HTTP. */
export function publishToUser(
  { socket }: SocketPart,
  userId: string,
  news: { event: string; payload: Record<string, unknown> },
): void {
  socket.tell(personalChannelOf(userId), JSON.stringify(news));
}
