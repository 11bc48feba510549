import { publishWithoutNumber } from '../chat/chat.ts';
import { type Db, onCommit } from '../platform/db/db.ts';
import type { Board, BoardParts } from './parts.ts';
import { moderatorsIn } from './store.ts';

interface BoardEvent {
  event: string;
  payload: Record<string, unknown>;
}

type Place = Pick<Board, 'roomId' | 'kind' | 'ownerId'> & { channelId: string };

/** After the commit: to everybody in the room, of a personal board to its owner and the moderators in the call. */
export async function publishToReaders(
  parts: BoardParts,
  trx: Db,
  { place, events }: { place: Place; events: BoardEvent[] },
): Promise<void> {
  const { roomId, kind, ownerId, channelId } = place;
  const people = kind === 'personal' ? (await moderatorsIn(trx, roomId)).map(({ userId }) => userId) : [];
  if (ownerId !== null) people.push(ownerId);
  onCommit(trx, () => {
    for (const event of events) {
      if (kind !== 'personal') publishWithoutNumber(parts, channelId, event);
      for (const userId of new Set(people)) publishWithoutNumber(parts, { userId }, event);
    }
  });
}
