import type { CallbackName } from '../../../../../contract/operations/bigbluebutton-deliveries.ts';
import type { Db } from '../../../platform/db/db.ts';
import { arrayOf } from '../../../platform/db/prepared.ts';
import { countChanged, execute, selectAll, selectColumn } from '../../../platform/db/rows.ts';
import type { RowOf } from '../../../platform/db/tables.ts';

type Row = RowOf<'bbb_deliveries'>;

/** `attempts` is the number of this attempt, `lastAttempt` that of the last one if a further one was requested by hand. */
export type ClaimedCallback = Pick<
  Row,
  | 'id'
  | 'spaceId'
  | 'meetingId'
  | 'url'
  | 'attempts'
  | 'lastAttempt'
  | 'createdAt'
  | 'expiresAt'
  | 'hookId'
  | 'content'
> & { eventName: CallbackName; claimedUntil: Date };

export interface CallbackClaim {
  /** The id of the claiming node. */
  node: string;
  /** Starts after this receiver; empty: with the first. */
  after: string;
  /** The most first and later attempts to claim: hanging receivers of later ones never fill the slots of first ones. */
  free: { first: number; later: number };
  holdSeconds: number;
}

/** Advisory lock id. Serializes claims across nodes so that per-receiver limits hold cluster-wide. */
const claimLock = 7_406_811_021;

/** Receivers that one claim looks at; the next claim continues after them. */
const receiversOfClaim = 256;

/** The most requests in flight to one receiver, and for one group. */
const mostOf = { receiver: 4, group: 16 };

/** Receivers with pending deliveries, found one after another by the head of an index. */
const receiversWithWork = (trx: Db, after: string): Promise<string[]> => selectColumn(trx)`
    WITH RECURSIVE working (receiver, nth) AS (
      SELECT (
        SELECT receiver FROM bbb_deliveries WHERE status = 'pending' AND receiver > ${after} ORDER BY receiver LIMIT 1
      ), 1
      UNION ALL
      SELECT (
        SELECT d.receiver FROM bbb_deliveries d
        WHERE d.status = 'pending' AND d.receiver > working.receiver ORDER BY d.receiver LIMIT 1
      ), nth + 1
      FROM working WHERE receiver IS NOT NULL AND nth < ${receiversOfClaim}
    )
    SELECT receiver FROM working WHERE receiver IS NOT NULL ORDER BY nth`;

/** A few due deliveries of each receiver, within the limits of its group and of this node. */
const chooseDeliveries = (trx: Db, receivers: readonly string[], { free }: CallbackClaim) =>
  selectColumn(trx)`
    WITH held AS MATERIALIZED (
      SELECT space_id, receiver FROM bbb_deliveries
      WHERE status = 'pending' AND claimed_until IS NOT NULL AND claimed_until > statement_timestamp()
    ), due AS (
      SELECT d.id, d.space_id, d.is_first, d.nth + (
        SELECT count(*) FROM held h WHERE h.receiver = working.receiver
      ) AS nth
      FROM unnest(${arrayOf([...receivers], 'text')}) AS working (receiver) CROSS JOIN LATERAL (
        SELECT id, space_id, attempts = 0 AS is_first, row_number() OVER (ORDER BY next_attempt_at) AS nth
        FROM bbb_deliveries
        WHERE status = 'pending' AND receiver = working.receiver AND next_attempt_at <= statement_timestamp()
          AND (claimed_until IS NULL OR claimed_until <= statement_timestamp())
        ORDER BY next_attempt_at LIMIT ${mostOf.receiver}
      ) d
    ), of_group AS (
      SELECT due.id, due.is_first, due.nth, row_number() OVER (PARTITION BY due.space_id ORDER BY due.nth, due.id) + (
        SELECT count(*) FROM held h WHERE h.space_id = due.space_id
      ) AS place
      FROM due WHERE due.nth <= ${mostOf.receiver}
    ), in_turn AS (
      SELECT id, is_first, row_number() OVER (PARTITION BY is_first ORDER BY nth, place, id) AS turn
      FROM of_group WHERE place <= ${mostOf.group}
    )
    SELECT id FROM in_turn WHERE turn <= CASE WHEN is_first THEN ${free.first}::int ELSE ${free.later}::int END`;

/** Holds them for this node and counts their attempts, except those that somebody has locked. */
const holdDeliveries = (trx: Db, ids: readonly string[], { node, holdSeconds }: CallbackClaim) =>
  selectAll<ClaimedCallback>(trx)`
    UPDATE bbb_deliveries d
    SET attempts = d.attempts + 1, claimed_by = ${node},
        claimed_until = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${holdSeconds}::float8)
    WHERE d.id IN (
      SELECT id FROM bbb_deliveries WHERE id = ANY (${arrayOf([...ids], 'text')}) AND status = 'pending'
      FOR UPDATE SKIP LOCKED
    )
    RETURNING d.id, d.space_id AS "spaceId", d.meeting_id AS "meetingId", d.event_name AS "eventName", d.url,
      d.hook_id AS "hookId", d.content, d.created_at AS "createdAt", d.attempts, d.last_attempt AS "lastAttempt",
      d.expires_at AS "expiresAt", d.claimed_until AS "claimedUntil"`;

/**
 * Claims due deliveries and counts the attempt before it is made. A claim that expired means that its sender died: the
 * attempt is made again (docs/decisions/0210).
 * @returns the claimed ones, and where the next claim continues; empty after all receivers
 */
export function claimCallbacks(
  db: Db,
  request: CallbackClaim,
): Promise<{ claimed: ClaimedCallback[]; next: string }> {
  return db.transaction().execute(async (trx) => {
    await execute(trx)`SELECT pg_advisory_xact_lock(${claimLock}::bigint), plan_by_indexes()`;
    const receivers = await receiversWithWork(trx, request.after);
    const next = receivers.length === receiversOfClaim ? (receivers.at(-1) ?? '') : '';
    const ids = receivers.length === 0 ? [] : await chooseDeliveries(trx, receivers, request);
    return { claimed: ids.length === 0 ? [] : await holdDeliveries(trx, ids, request), next };
  });
}

/** Releases claims of this node that it does not know: an earlier process of it died. */
export const releaseLostCallbacks = (db: Db, node: string, known: readonly string[]): Promise<void> =>
  execute(db)`
    UPDATE bbb_deliveries SET claimed_until = NULL
    WHERE status = 'pending' AND claimed_until > statement_timestamp() AND claimed_by = ${node}
      AND id <> ALL (${arrayOf([...known], 'text')})`;

/** Releases a delivery that was not sent, for an attempt in a second. This one does not count. */
export const releaseCallback = async (db: Db, { id, claimedUntil }: ClaimedCallback) =>
  (await countChanged(db)`
    UPDATE bbb_deliveries
    SET claimed_until = NULL, attempts = attempts - 1, next_attempt_at = clock_timestamp() + interval '1 second'
    WHERE id = ${id} AND status = 'pending' AND claimed_until = ${claimedUntil}`) > 0;
