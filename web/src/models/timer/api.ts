import { api, discard } from '../../api/api.ts';
import type { CallEntry } from '../call/call-contract.ts';

/** The times of the server; null: no timer runs. */
export type TimerTimes = { startedAt: string | null; endsAt: string | null };

/** The server operations that the timer uses. The page passes the SDK's client, tests a fake. */
export type TimerApi = {
  read: () => Promise<TimerTimes>;
  start: (minutes: number) => Promise<void>;
  extend: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Uses the participant's own token. */
export function timerApi({ spaceId, roomId, participantToken }: CallEntry): TimerApi {
  const client = api(participantToken);
  const place = { spaceId, roomId };
  return {
    read: () => client.getCallTimer(place),
    start: (minutes) => discard(client.startCallTimer({ ...place, body: { minutes } })),
    extend: () => discard(client.extendCallTimer(place)),
    stop: () => discard(client.stopCallTimer(place)),
  };
}
