import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { execute, selectAll, selectColumn, selectFirst, selectValue } from '../../platform/db/rows.ts';
import { columnsOf, type NewRowOf, type RowOf, snakeCased } from '../../platform/db/tables.ts';

export type Hook = RowOf<'bbb_hooks'>;

/** Serializes what adds hooks to a group until the transaction ends. */
export const lockHooksOf = (trx: Db, spaceId: string): Promise<void> => execute(trx)`
    SELECT pg_advisory_xact_lock(hashtextextended(${`bbb hooks ${spaceId}`}, 0))`;

/** Hooks of meetings that go on, that are still to be created, and of the whole group. */
export const listHooks = (
  db: Db,
  { spaceId, clientMeetingId }: { spaceId: string; clientMeetingId?: string | undefined },
) => selectAll<Hook>(db)`
    SELECT ${columnsOf('bbb_hooks', 'h')} FROM bbb_hooks h LEFT JOIN bbb_meetings m ON m.id = h.meeting_id
    WHERE h.space_id = ${spaceId} AND h.removed_at IS NULL AND m.ended_at IS NULL
      AND (${clientMeetingId ?? null}::text IS NULL OR h.client_meeting_id IS NULL
        OR h.client_meeting_id = ${clientMeetingId ?? null})
    ORDER BY h.created_at, h.id`;

export interface HookCounts {
  all: number;
  ofGroup: number;
  ofMeeting: number;
}

export const countHooks = async (
  trx: Db,
  { spaceId, clientMeetingId }: { spaceId: string; clientMeetingId: string | null },
): Promise<HookCounts> =>
  (await selectFirst<HookCounts>(trx)`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE h.client_meeting_id IS NULL)::int AS "ofGroup",
      count(*) FILTER (WHERE h.client_meeting_id = ${clientMeetingId}::text)::int AS "ofMeeting"
    FROM bbb_hooks h LEFT JOIN bbb_meetings m ON m.id = h.meeting_id
    WHERE h.space_id = ${spaceId} AND h.removed_at IS NULL AND m.ended_at IS NULL`) ?? {
    all: 0,
    ofGroup: 0,
    ofMeeting: 0,
  };

type WantedHook = Pick<
  Hook,
  'spaceId' | 'callbackUrl' | 'clientMeetingId' | 'eventNames' | 'isOfInstallation'
>;

/**
 * A hook with this address, signed by the same secret: of the same meeting, or of all meetings if it sends every event
 * that is asked for.
 */
export const findEqualHook = (
  trx: Db,
  { spaceId, callbackUrl, clientMeetingId, eventNames, isOfInstallation }: WantedHook,
) => selectValue(trx)`
    SELECT h.id FROM bbb_hooks h LEFT JOIN bbb_meetings m ON m.id = h.meeting_id
    WHERE h.space_id = ${spaceId} AND h.callback_url = ${callbackUrl} AND h.removed_at IS NULL AND m.ended_at IS NULL
      AND h.is_of_installation = ${isOfInstallation}
      AND (
        h.client_meeting_id IS NOT DISTINCT FROM ${clientMeetingId}::text
        OR h.client_meeting_id IS NULL AND (h.event_names IS NULL OR h.event_names @> ${eventNames}::text[])
      )
    ORDER BY h.created_at LIMIT 1`;

export const insertHook = async (trx: Db, hook: NewRowOf<'bbb_hooks'>): Promise<void> => {
  await trx.insertInto('bbb_hooks').values(snakeCased(hook)).execute();
};

/** In the transaction that creates a meeting: hooks that were made for its id before get its events. */
export const bindHooks = (
  trx: Db,
  { id, spaceId, clientMeetingId }: { id: string; spaceId: string; clientMeetingId: string },
): Promise<void> => execute(trx)`
    UPDATE bbb_hooks SET meeting_id = ${id}
    WHERE space_id = ${spaceId} AND client_meeting_id = ${clientMeetingId} AND meeting_id IS NULL AND removed_at IS NULL`;

/** Drops what removed hooks have to send. */
const dropDeliveriesOf = (trx: Db, hookIds: readonly string[]): Promise<void> => execute(trx)`
    DELETE FROM bbb_deliveries WHERE hook_id = ANY (${hookIds}) AND status = 'pending'`;

/** Removes a hook with what it has to send. @returns false if there is none */
export async function removeHook(
  trx: Db,
  { spaceId, id }: { spaceId: string; id: string },
): Promise<boolean> {
  const removed = await selectColumn(trx)`
    UPDATE bbb_hooks SET removed_at = ${now()}
    WHERE id = ${id} AND space_id = ${spaceId} AND removed_at IS NULL RETURNING id`;
  await dropDeliveriesOf(trx, removed);
  return removed.length > 0;
}

/** Removes the hooks of a group whose API is deleted; those of the installation's API stay. */
export async function removeHooksOf(trx: Db, spaceId: string): Promise<void> {
  const removed = await selectColumn(trx)`
    UPDATE bbb_hooks SET removed_at = ${now()}
    WHERE space_id = ${spaceId} AND removed_at IS NULL AND NOT is_of_installation RETURNING id`;
  await dropDeliveriesOf(trx, removed);
}

/** Removes hooks of meetings that ended, when everything about them is delivered. */
export const removeEndedHooks = (db: Db): Promise<void> => execute(db)`
    UPDATE bbb_hooks h SET removed_at = ${now()}
    FROM bbb_meetings m
    WHERE m.id = h.meeting_id AND h.removed_at IS NULL AND m.ended_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM bbb_hook_events e WHERE e.meeting_id = m.id)
      AND NOT EXISTS (SELECT FROM bbb_deliveries d WHERE d.hook_id = h.id AND d.status = 'pending')
      AND NOT EXISTS (SELECT FROM bbb_recordings b WHERE b.meeting_id = m.id AND b.state = 'processing')`;

/** Removes hooks whose meeting was not created before this moment. */
export const removeUnusedHooks = (db: Db, before: Date): Promise<void> => execute(db)`
    UPDATE bbb_hooks SET removed_at = ${now()}
    WHERE client_meeting_id IS NOT NULL AND meeting_id IS NULL AND removed_at IS NULL AND created_at < ${before}`;

/** Deletes removed hooks of which the log has no delivery any more. */
export const deleteRemovedHooks = (db: Db): Promise<void> => execute(db)`
    DELETE FROM bbb_hooks h
    WHERE h.removed_at IS NOT NULL AND NOT EXISTS (SELECT FROM bbb_deliveries d WHERE d.hook_id = h.id)`;

export const isHookOfInstallation = async (db: Db, id: string): Promise<boolean> =>
  (await selectValue<boolean>(db)`SELECT is_of_installation FROM bbb_hooks WHERE id = ${id}`) ?? false;
