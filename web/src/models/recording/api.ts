import type { RecordLayout } from '../../../../contract/records.ts';
import { api, type Client } from '../../api/api.ts';
import type { CallEntry } from '../call/call-contract.ts';

/** The recording that runs in a room. `startedAt` in milliseconds; none before its first picture. */
export type ActiveRecord = { id: string; isRunning: boolean; startedAt: number | undefined };

/** What recording asks of the server. The SDK's client is behind it in the page, a fake in tests. */
export type RecordingApi = {
  active: () => Promise<ActiveRecord | undefined>;
  start: (layout: RecordLayout) => Promise<ActiveRecord>;
  /** `isDiscarded`: it had hardly begun, and nothing of it is kept. */
  stop: () => Promise<{ id: string; isDiscarded: boolean }>;
};

type Answered = { id: string; state: string; startedAt: string | null };

const recordOf = ({ id, state, startedAt }: Answered): ActiveRecord => ({
  id,
  isRunning: state === 'recording',
  startedAt: startedAt === null ? undefined : Date.parse(startedAt),
});

/** What is recorded in a room now: may be asked by whoever may enter it. */
export async function activeRecord(
  client: Client,
  place: { spaceId: string; roomId: string },
): Promise<ActiveRecord | undefined> {
  const { record } = await client.getActiveRecord(place);
  return record ? recordOf(record) : undefined;
}

/** With the participant's own token. */
export function recordingApi({ spaceId, roomId, participantToken }: CallEntry): RecordingApi {
  const client = api(participantToken);
  const place = { spaceId, roomId };
  return {
    active: () => activeRecord(client, place),
    start: async (layout) => recordOf(await client.startRecord({ ...place, body: { layout } })),
    stop: async () => {
      const { id, state } = await client.stopRecord(place);
      return { id, isDiscarded: state === 'aborted' };
    },
  };
}
