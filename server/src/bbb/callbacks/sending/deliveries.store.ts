import type { CallbackName } from '../../../../../contract/operations/bigbluebutton-deliveries.ts';
import { after, now, seconds } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { execute } from '../../../platform/db/rows.ts';
import { newId } from '../../../platform/ids.ts';

/** Notified on commit when there is something to send. */
export const callbacksChannel = 'lectern_bbb_deliveries';

/** How long a request that fails is repeated. */
export const repeatedSeconds = 24 * 3600;

export interface NewCallback {
  eventName: CallbackName;
  url: string;
}

/** Queues requests about a meeting in the caller's transaction. One that is known already is not sent again. */
export async function insertCallbacks(
  trx: Db,
  meeting: { id: string; spaceId: string },
  deliveries: readonly NewCallback[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const createdAt = now();
  const rows = deliveries.map(({ eventName, url }) => ({
    id: newId(),
    ...{ space_id: meeting.spaceId, meeting_id: meeting.id, event_name: eventName, url },
    ...{ created_at: createdAt, next_attempt_at: createdAt },
    expires_at: after(seconds(repeatedSeconds), createdAt),
  }));
  await trx
    .insertInto('bbb_deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await execute(trx)`SELECT pg_notify(${callbacksChannel}, '')`;
}

/** Drops what waits to be sent for a group whose API is deleted; meetings of the installation's API keep theirs. */
export const dropCallbacks = (trx: Db, spaceId: string): Promise<void> => execute(trx)`
    DELETE FROM bbb_deliveries d USING bbb_meetings m
    WHERE d.space_id = ${spaceId} AND d.status = 'pending' AND d.hook_id IS NULL
      AND m.id = d.meeting_id AND NOT m.is_of_installation`;
