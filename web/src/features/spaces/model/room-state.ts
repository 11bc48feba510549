import type { Room } from './types.ts';

export type RoomState = 'live' | 'opens' | 'closed' | 'open';

/** Whether a call is running, and otherwise whether people can get in. `now` in ms. */
export function stateOfRoom(
  { activeCallStartedAt, opensAt, closesAt }: Pick<Room, 'activeCallStartedAt' | 'opensAt' | 'closesAt'>,
  now: number,
): RoomState {
  if (activeCallStartedAt !== null) return 'live';
  if (opensAt !== null && Date.parse(opensAt) > now) return 'opens';
  if (closesAt !== null && Date.parse(closesAt) <= now) return 'closed';
  return 'open';
}
