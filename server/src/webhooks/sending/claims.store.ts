import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { arrayOf, prepared } from '../../platform/db/prepared.ts';
import { countChanged, execute, selectAll, selectColumn } from '../../platform/db/rows.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Tables } from '../../platform/db/tables.ts';

type Delivery = Selectable<Tables['webhook_deliveries']>;
type SentColumn = 'id' | 'webhook_id' | 'event_id' | 'room_id' | 'call_id' | 'body' | 'is_test' | 'is_sample';

/**
 * `attempts` is the number of this attempt, `last_attempt` that of the last one if a further one was requested by hand.
 * There is a previous secret during an overlap. A troubled one takes a slot for receivers that fail or are slow.
 */
export type ClaimedDelivery = Pick<Delivery, SentColumn | 'attempts' | 'last_attempt'> &
  Pick<Selectable<Tables['webhooks']>, 'url' | 'secret' | 'previous_secret' | 'is_troubled'> & {
    claimed_until: Date;
  };

export interface ClaimRequest {
  /** The id of the claiming node. */
  node: string;
  /** Starts after this webhook; empty: with the first. */
  after: string;
  /** The most deliveries to claim, for receivers that are well and for troubled ones. */
  free: { well: number; troubled: number };
  holdSeconds: number;
  /** A target without a response for this long counts as troubled. */
  slowSeconds: number;
  /** How long another node's attempt may take to start: only then may the next one of its room start here. */
  beginSeconds: number;
  /** How many attempts a delivery has. */
  attempts: number;
  plans: readonly string[];
}

export interface Claim {
  claimed: ClaimedDelivery[];
  /** Where the next claim continues; empty after all webhooks. */
  next: string;
}

/** Advisory lock id. Serializes claims across nodes so that per-target limits hold cluster-wide. */
const claimLock = 7_406_811_003;

/** Webhooks that one claim looks at; the next claim continues after them. */
const webhooksOfClaim = 256;

/** Webhooks with work, found one after another by the heads of two indexes, however many rows each has. */
const webhooksWithWork = (trx: Db, after: string): Promise<string[]> => selectColumn(trx)`${prepared}
    WITH RECURSIVE working (id, nth) AS (
      SELECT ${nextWebhookAfter(after)}, 1
      UNION ALL
      SELECT ${nextWebhookAfter(sql.ref('working.id'))}, nth + 1 FROM working
      WHERE id IS NOT NULL AND nth < ${webhooksOfClaim}
    )
    SELECT id FROM working WHERE id IS NOT NULL ORDER BY nth`;

/** By the indexes `webhook_deliveries_first` and `webhook_deliveries_again`. */
const nextWebhookAfter = (webhook: unknown) => sql`least(
  (SELECT webhook_id FROM webhook_deliveries
   WHERE status = 'pending' AND attempts = 0 AND webhook_id > ${webhook} ORDER BY webhook_id LIMIT 1),
  (SELECT webhook_id FROM webhook_deliveries
   WHERE status = 'pending' AND attempts > 0 AND webhook_id > ${webhook} ORDER BY webhook_id LIMIT 1)
)`;

interface ChosenDelivery {
  id: string;
  webhook_id: string;
  room_id: string;
  sequence: string;
  /** The number of the attempt. */
  number: number;
  is_troubled: boolean;
}

/**
 * $1 the webhooks, $2 this node, $3 and $4 the most deliveries for receivers that are well and troubled, $5 seconds of
 * a claim, $6 seconds after which a target is slow, $7 seconds in which another node's attempt starts, $8 attempts of a
 * delivery, $9 the plans that have webhooks. At most 4 are in flight for one target.
 *
 * held: claimed deliveries, in flight until the claim expires and lost after that. due: a few of each webhook that may
 * be sent to. Lost attempts come first: others of their room may wait for them. First attempts and later ones alternate
 * within a webhook, webhooks within a target, targets within a lane. Among troubled ones the choice is random, since
 * their oldest are always the same (docs/decisions/0012).
 */
const choiceStatement = `/* prepared */
  WITH held AS MATERIALIZED (
    SELECT d.id, d.webhook_id, w.target, d.room_id, d.sequence, d.attempts, d.claimed_by, d.claimed_until,
           d.claimed_until > statement_timestamp() AS is_in_flight,
           CASE WHEN d.is_repeat THEN d.attempts + 1 ELSE d.attempts END AS number,
           coalesce(d.last_attempt, $8::integer) AS last_number
    FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
    WHERE d.status = 'pending' AND d.claimed_until IS NOT NULL
  ), busy AS (
    SELECT target, count(*) AS places,
           min(claimed_until) < statement_timestamp()
             + make_interval(secs => $5::double precision - $6::double precision) AS is_slow
    FROM held WHERE is_in_flight GROUP BY target
  ), share AS (
    SELECT webhook_id, count(*) FILTER (WHERE attempts = 1) AS firsts, count(*) FILTER (WHERE attempts > 1) AS later
    FROM held WHERE is_in_flight GROUP BY webhook_id
  ), elsewhere AS (
    -- These first attempts may not have begun at another node.
    SELECT webhook_id, room_id, min(sequence) AS sequence
    FROM held
    WHERE is_in_flight AND attempts = 1 AND claimed_by <> $2 AND claimed_until > statement_timestamp()
      + make_interval(secs => $5::double precision - $7::double precision)
    GROUP BY webhook_id, room_id
  ), webhook AS MATERIALIZED (
    SELECT w.id, w.space_id, w.target, w.is_troubled
    FROM unnest($1::text[]) AS working (id) JOIN webhooks w ON w.id = working.id
    WHERE w.is_active AND (NOT w.is_troubled OR $4::integer > 0)
      AND w.target NOT IN (SELECT target FROM busy WHERE places >= 4)
  ), due AS MATERIALIZED (
    SELECT w.id AS webhook_id, w.target, w.is_troubled, d.*, 1 AS kind, 1 AS number
    FROM webhook w CROSS JOIN LATERAL (
      SELECT id, room_id, sequence, row_number() OVER (ORDER BY sequence) AS nth FROM webhook_deliveries
      WHERE status = 'pending' AND attempts = 0 AND webhook_id = w.id ORDER BY sequence LIMIT 4
    ) d
    UNION ALL
    SELECT w.id, w.target, w.is_troubled, d.id, d.room_id, d.sequence, d.nth, 2, d.attempts + 1
    FROM webhook w CROSS JOIN LATERAL (
      SELECT id, room_id, sequence, attempts, row_number() OVER (ORDER BY next_attempt_at) AS nth
      FROM webhook_deliveries
      WHERE status = 'pending' AND attempts > 0 AND webhook_id = w.id AND claimed_until IS NULL
        AND next_attempt_at <= statement_timestamp()
      ORDER BY next_attempt_at LIMIT 4
    ) d
    UNION ALL
    SELECT w.id, w.target, w.is_troubled, h.id, h.room_id, h.sequence,
           row_number() OVER (PARTITION BY w.id ORDER BY h.sequence), 0, h.number
    FROM held h JOIN webhook w ON w.id = h.webhook_id
    WHERE NOT h.is_in_flight AND h.number <= h.last_number
  ), allowed AS MATERIALIZED (
    SELECT w.id FROM webhook w
    -- This condition stands alone, because a join would read all due deliveries for each webhook.
    WHERE (w.id IN (SELECT webhook_id FROM due)) IS TRUE
      -- The webhook of a deleted group has no owner any more; the deletion checked the plan. The plans of the others
      -- are read one by one: a join might read all accounts.
      AND (w.space_id IS NULL
        OR (SELECT u.plan FROM spaces s JOIN users u ON u.id = s.owner_id WHERE s.id = w.space_id) = ANY($9))
  ), coin AS MATERIALIZED (SELECT random() < 0.5 AS is_heads), in_webhook AS (
    SELECT due.*, row_number() OVER (
      PARTITION BY webhook_id
      ORDER BY kind > 0, nth + CASE kind WHEN 1 THEN coalesce(firsts, 0) WHEN 2 THEN coalesce(later, 0) ELSE 0 END,
               (kind = 2) <> (SELECT is_heads FROM coin), due.sequence
    ) + coalesce(firsts + later, 0) AS round
    FROM due JOIN allowed ON allowed.id = due.webhook_id
    LEFT JOIN share USING (webhook_id) LEFT JOIN elsewhere e USING (webhook_id, room_id)
    WHERE due.number > 1 OR e.sequence IS NULL OR e.sequence > due.sequence
  ), in_target AS (
    SELECT i.*, is_troubled OR coalesce(is_slow, false) AS is_aside,
           row_number() OVER (PARTITION BY target ORDER BY round, sequence) + coalesce(places, 0) AS place
    FROM in_webhook i LEFT JOIN busy USING (target)
  ), in_lane AS (
    SELECT id, webhook_id, room_id, sequence, number, is_aside,
           row_number() OVER (
             PARTITION BY is_aside ORDER BY place, CASE WHEN is_aside THEN random() END, sequence
           ) AS nth
    FROM in_target WHERE place <= 4
  )
  SELECT id, webhook_id, room_id, sequence, number, is_aside AS is_troubled FROM in_lane
  WHERE nth <= CASE WHEN is_aside THEN $4::integer ELSE $3::integer END
  ORDER BY sequence`;

async function chooseDeliveries(
  trx: Db,
  webhooks: readonly string[],
  { node, free, holdSeconds, slowSeconds, beginSeconds, attempts, plans }: ClaimRequest,
): Promise<ChosenDelivery[]> {
  const seconds = [holdSeconds, slowSeconds, beginSeconds];
  const parameters = [webhooks, node, free.well, free.troubled, ...seconds, attempts, plans];
  return (await statement<ChosenDelivery>(choiceStatement, parameters).execute(trx)).rows;
}

/**
 * Locks those that nobody else changes just now and that are still due, holds them for this node, and counts their
 * attempts. A first attempt waits if an earlier first attempt of its room could not be locked.
 */
function holdDeliveries(
  trx: Db,
  chosen: readonly ChosenDelivery[],
  { node, holdSeconds }: ClaimRequest,
): Promise<ClaimedDelivery[]> {
  const ids = chosen.map(({ id }) => id);
  return selectAll<ClaimedDelivery>(trx)`${prepared}
    WITH locked AS MATERIALIZED (
      -- No index matches the condition on the status: without pending rows in the statistics, reading all pending ones
      -- would look cheaper than the keys.
      SELECT id FROM webhook_deliveries
      WHERE id = ANY (${arrayOf(ids, 'text')}) AND status IS NOT DISTINCT FROM 'pending'
        AND (attempts = 0 OR next_attempt_at <= statement_timestamp())
        AND (claimed_until IS NULL OR claimed_until <= statement_timestamp())
      FOR UPDATE SKIP LOCKED
    ), chosen AS (
      SELECT c.id, c.number, c.is_troubled, l.id IS NOT NULL AS is_locked,
        bool_or(c.number = 1 AND l.id IS NULL)
          OVER (PARTITION BY c.webhook_id, c.room_id ORDER BY c.sequence) AS would_overtake
      FROM json_to_recordset(${JSON.stringify(chosen)}::json)
        AS c (id text, webhook_id text, room_id text, sequence bigint, number int, is_troubled boolean)
      LEFT JOIN locked l ON l.id = c.id
    ), claimed AS (
      UPDATE webhook_deliveries d
      SET attempts = c.number, is_repeat = (c.number = d.attempts), claimed_by = ${node},
          claimed_until = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${holdSeconds}::double precision)
      FROM chosen c
      -- The ids again: the planner cannot estimate the rows in JSON, and might read a whole table.
      WHERE d.id = c.id AND d.id = ANY (${arrayOf(ids, 'text')})
        AND c.is_locked AND (c.number > 1 OR NOT c.would_overtake)
      RETURNING d.sequence, d.id, d.webhook_id, d.event_id, d.room_id, d.call_id, d.body, d.attempts, d.last_attempt,
                d.is_test, d.is_sample, d.claimed_until, c.is_troubled
    )
    SELECT claimed.*, w.url, w.secret,
      CASE WHEN w.previous_secret_until > statement_timestamp() THEN w.previous_secret END AS previous_secret
    FROM claimed JOIN webhooks w ON w.id = claimed.webhook_id ORDER BY sequence`;
}

/**
 * Claims due deliveries and counts the attempt before it is made, so that no other sender makes the same one. An
 * expired claim means that the sender died, and its attempt may not have arrived. It is made again once under the
 * same number, since three attempts are promised. If it is lost a second time it counts: no attempt is sent more than
 * twice, and a delivery that crashes senders ends. The cost grows with the webhooks that have work, up to a bound,
 * and not with their deliveries (docs/decisions/0005).
 */
export function claimDeliveries(db: Db, request: ClaimRequest): Promise<Claim> {
  return db.transaction().execute(async (trx) => {
    await execute(trx)`SELECT pg_advisory_xact_lock(${claimLock}::bigint), plan_by_indexes()`;
    const webhooks = await webhooksWithWork(trx, request.after);
    const next = webhooks.length === webhooksOfClaim ? (webhooks.at(-1) ?? '') : '';
    const chosen = webhooks.length === 0 ? [] : await chooseDeliveries(trx, webhooks, request);
    return { claimed: chosen.length === 0 ? [] : await holdDeliveries(trx, chosen, request), next };
  });
}

/** Releases claims of this node that it does not know: an earlier process died, or a commit's response was lost. */
export const releaseLostClaims = (db: Db, node: string, known: readonly string[]): Promise<void> =>
  execute(db)`
    UPDATE webhook_deliveries SET claimed_until = clock_timestamp()
    WHERE status = 'pending' AND claimed_until > statement_timestamp() AND claimed_by = ${node}
      AND id <> ALL(${known}::text[])`;

/**
 * Releases a delivery whose attempt our own stop cut short, as if the claim had just expired.
 * @returns whether the claim was still ours
 */
export const releaseClaim = async (db: Db, claimed: Pick<ClaimedDelivery, 'id' | 'claimed_until'>) =>
  (await countChanged(db)`
    UPDATE webhook_deliveries SET claimed_until = clock_timestamp()
    WHERE id = ${claimed.id} AND status = 'pending' AND claimed_until = ${claimed.claimed_until}`) > 0;
