import type { RecordLayout } from '../../../../contract/operations/records.ts';
import type { Body } from '../../../../contract/routes.ts';
import { api, type Client } from '../../api/api.ts';
import { sendInKnownZone } from '../../kit/refusals.ts';
import { ownTimeZone } from '../../kit/time-zone.ts';
import type { CallEntry } from '../call/call-contract.ts';

/** The running recording of a room. `startedAt` is in milliseconds; undefined before the first picture. */
export type ActiveRecord = { id: string; isRunning: boolean; startedAt: number | undefined };

/** The server operations that recording uses. The page passes the SDK's client, tests a fake. */
export type RecordingApi = {
  active: () => Promise<ActiveRecord | undefined>;
  start: (layout: RecordLayout) => Promise<ActiveRecord>;
  /** `isDiscarded`: it was stopped so soon that nothing is kept. */
  stop: () => Promise<{ id: string; isDiscarded: boolean }>;
};

type Answered = { id: string; state: string; startedAt: string | null };

const recordOf = ({ id, state, startedAt }: Answered): ActiveRecord => ({
  id,
  isRunning: state === 'recording',
  startedAt: startedAt === null ? undefined : Date.parse(startedAt),
});

/** The running recording of a room, for everybody who may enter. */
export async function activeRecord(
  client: Client,
  place: { spaceId: string; roomId: string },
): Promise<ActiveRecord | undefined> {
  const { record } = await client.getActiveRecord(place);
  return record ? recordOf(record) : undefined;
}

/** Uses the participant's own token. */
export function recordingApi({ spaceId, roomId, participantToken }: CallEntry): RecordingApi {
  const client = api(participantToken);
  const place = { spaceId, roomId };
  return {
    active: () => activeRecord(client, place),
    start: async (layout) => {
      const startWith = (body: Body<'startRecord'>) => client.startRecord({ ...place, body });
      return recordOf(
        await sendInKnownZone(
          () => startWith({ layout, timezone: ownTimeZone() }),
          () => startWith({ layout }),
        ),
      );
    },
    stop: async () => {
      const { id, state } = await client.stopRecord(place);
      return { id, isDiscarded: state === 'aborted' };
    },
  };
}
