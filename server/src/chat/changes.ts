import { type Db, onCommit } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { blankAllTexts, blankAnswers, blankTexts, insertChange, takeChangeNumber } from './changes.store.ts';
import { channelIdOfRoom, ensureRoomChannel } from './channels/store.ts';
import { type ChatParts, personalChannelOf, socketChannelOf } from './parts.ts';

/** What one change tells: `payload` also names the channel. */
export interface ChangeEvent {
  event: string;
  payload: Record<string, unknown>;
  /** The message whose words the payload carries (as `payload.message`): blanked there when it is deleted. */
  messageId?: string;
}

/** The text of a publication, as the socket carries it and `?since=` gives it. */
export const publicationText = (change: { event: string; payload: string; seq: number }): string =>
  `{"event":${JSON.stringify(change.event)},"payload":${change.payload},"seq":${change.seq}}`;

/**
 * The one way on which a channel changes: its next number is taken, `make` writes what changes and says how to tell
 * it, the change is kept beside it, and once all of that is committed the socket has it. A server that dies before
 * the last step leaves the change to be found by the next look at the table.
 */
export async function makeChange<T>(
  { socket }: Pick<ChatParts, 'socket'>,
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

/** A change that only tells: what it tells of is written elsewhere in the same transaction. */
export const publishChange = (
  parts: Pick<ChatParts, 'socket'>,
  trx: Db,
  { channelId, ...told }: ChangeEvent & { channelId: string },
): Promise<void> => makeChange(parts, trx, { channelId, make: async () => ({ ...told, result: undefined }) });

/** A change that the room's people hear of, told by a feature above the chat. */
export async function publishToRoom(
  parts: Pick<ChatParts, 'socket'>,
  trx: Db,
  { roomId, ...told }: ChangeEvent & { roomId: string },
): Promise<void> {
  const channelId = (await channelIdOfRoom(trx, roomId)) ?? refuse('not_found');
  await ensureRoomChannel(trx, channelId);
  await publishChange(parts, trx, { channelId, ...told });
}

/** What everybody who listens now may hear and nobody needs later: without a number. */
export function publishWithoutNumber(
  { socket }: Pick<ChatParts, 'socket'>,
  channelId: string,
  { event, payload }: { event: string; payload: Record<string, unknown> },
): void {
  socket.tell(socketChannelOf(channelId), JSON.stringify({ event, payload: { channelId, ...payload } }));
}

/** What is being deleted is gone from the past too, wherever a copy of it is kept. */
export async function eraseTextsInChanges(
  { socket }: Pick<ChatParts, 'socket'>,
  trx: Db,
  { channelId, of }: { channelId: string; of: 'all' | { messageIds: string[] } | { pollId: string } },
): Promise<void> {
  if (of === 'all') await blankAllTexts(trx, channelId);
  else if ('pollId' in of) await blankAnswers(trx, channelId, of.pollId);
  else await blankTexts(trx, of.messageIds);
  onCommit(trx, () => socket.forget(socketChannelOf(channelId)));
}

/** News for one person, without a number: after a reconnect the page reads its state by HTTP. */
export function publishToUser(
  { socket }: Pick<ChatParts, 'socket'>,
  userId: string,
  news: { event: string; payload: Record<string, unknown> },
): void {
  socket.tell(personalChannelOf(userId), JSON.stringify(news));
}
