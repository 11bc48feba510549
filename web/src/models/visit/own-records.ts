import { api } from '../../api/api.ts';
import type { EndedVisit, OwnRecord } from './visited-call.ts';

/** The recordings of the visited call: those that were made or in progress after the entry. */
export async function readOwnRecords({
  room: { spaceId, id: roomId },
  participantToken,
  enteredAt,
}: Pick<EndedVisit, 'room' | 'participantToken' | 'enteredAt'>): Promise<OwnRecord[]> {
  const { items } = await api(participantToken).listWatchableRecords({ spaceId, roomId });
  return items
    .filter(({ finishedAt }) => finishedAt === null || Date.parse(finishedAt) >= enteredAt)
    .map(({ id, state }) => ({ id, isReady: state === 'finished' }));
}

const soon = 5_000;
const later = 60_000;

/** The pause before the next reading: a recording that is being made is ready within seconds after the call. */
export const pauseBetween = (records: readonly OwnRecord[]): number =>
  records.some(({ isReady }) => !isReady) ? soon : later;
