import { type Selectable, sql } from 'kysely';
import { type EventName, mostWebhooks, type OptionalEventName } from '../../../contract/events.ts';
import { now } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { execute, hasRows, selectAll, selectColumn } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';
import { newId } from '../platform/ids.ts';

const shown = [
  'id',
  'url',
  'is_active',
  // Whether the operations on the single webhook of the group are those of this one (docs/decisions/0085).
  'is_first',
  // Events beyond those of the interface that are sent.
  'events',
  // Events of the interface that are not sent.
  'skipped_events',
  'created_at',
  'failed_in_row',
  'failed_since',
  'last_failed_at',
  'previous_secret_until',
] as const;

export type WebhookRow = Pick<Selectable<Tables['webhooks']>, (typeof shown)[number]>;

/** Finds a webhook of the group by its id, or else the first one. */
export function findWebhook(db: Db, spaceId: string, id?: string): Promise<WebhookRow | undefined> {
  const ofGroup = db.selectFrom('webhooks').select(shown).where('space_id', '=', spaceId);
  return (
    id === undefined ? ofGroup.where('is_first', '=', true) : ofGroup.where('id', '=', id)
  ).executeTakeFirst();
}

export async function listWebhooks(db: Db, spaceId: string, page: Page) {
  const all = sql`FROM webhooks WHERE space_id = ${spaceId}`;
  const direction = sqlDirectionOf(page);
  const rows = await selectAll<WebhookRow>(db)`
    SELECT ${sql.join(shown.map((name) => sql.ref(name)))} ${all}
    ORDER BY created_at ${direction}, id ${direction} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}

interface NewWebhook extends WebhookChange {
  spaceId: string;
  url: string;
  secret: Buffer;
}

/**
 * Creates a webhook; it becomes the group's first one if there is none.
 * @param isToBeFirst refuses to create one that is not
 */
export function insertWebhook(
  db: Db,
  { isToBeFirst, ...webhook }: NewWebhook & { isToBeFirst: boolean },
): Promise<WebhookRow | 'exists' | 'full' | 'gone'> {
  return inTransaction(db, async (trx) => {
    // Creations in a group wait for each other.
    const { spaceId } = webhook;
    if (!(await hasRows(trx)`SELECT FROM spaces WHERE id = ${spaceId} FOR NO KEY UPDATE`)) return 'gone';
    const own = await selectColumn<boolean>(trx)`SELECT is_first FROM webhooks WHERE space_id = ${spaceId}`;
    const hasFirst = own.includes(true);
    if (isToBeFirst && hasFirst) return 'exists';
    if (own.length >= mostWebhooks) return 'full';
    return trx
      .insertInto('webhooks')
      .values({
        id: newId(),
        space_id: spaceId,
        url: webhook.url,
        is_active: webhook.isActive ?? true,
        is_first: !hasFirst,
        events: webhook.events ?? [],
        skipped_events: webhook.skippedEvents ?? [],
        secret: webhook.secret,
        created_at: now(),
      })
      .returning(shown)
      .executeTakeFirstOrThrow();
  });
}

export interface WebhookChange {
  url?: string;
  isActive?: boolean;
  events?: OptionalEventName[];
  skippedEvents?: EventName[];
}

/** Another URL is another receiver: its failures start from zero. */
const troubleAt = (url: string) => ({
  failed_in_row: sql<number>`CASE WHEN url = ${url} THEN failed_in_row ELSE 0 END`,
  failed_since: sql<Date | null>`CASE WHEN url = ${url} THEN failed_since END`,
  last_failed_at: sql<Date | null>`CASE WHEN url = ${url} THEN last_failed_at END`,
  is_troubled: sql<boolean>`url = ${url} AND is_troubled`,
});

/** @returns undefined if it was deleted meanwhile */
export function changeWebhook(db: Db, id: string, change: WebhookChange): Promise<WebhookRow | undefined> {
  const { url, isActive, events, skippedEvents } = change;
  const set = {
    ...(url !== undefined && { url, ...troubleAt(url) }),
    ...(isActive !== undefined && { is_active: isActive }),
    ...(events !== undefined && { events }),
    ...(skippedEvents !== undefined && { skipped_events: skippedEvents }),
  };
  const isNothing = Object.keys(set).length === 0;
  if (isNothing) return db.selectFrom('webhooks').select(shown).where('id', '=', id).executeTakeFirst();
  return db.updateTable('webhooks').set(set).where('id', '=', id).returning(shown).executeTakeFirst();
}

/**
 * Replaces the secret; the previous one signs as well for the overlap.
 * @returns undefined if the webhook was deleted meanwhile
 */
export function replaceSecret(
  db: Db,
  id: string,
  { secret, overlapSeconds }: { secret: Buffer; overlapSeconds: number },
): Promise<WebhookRow | undefined> {
  const overlaps = overlapSeconds > 0;
  return db
    .updateTable('webhooks')
    .set({
      secret,
      previous_secret: overlaps ? (eb) => eb.ref('secret') : null,
      previous_secret_until: overlaps ? new Date(now().getTime() + overlapSeconds * 1000) : null,
    })
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst();
}

/** Deletes previous secrets after their overlap. */
export const forgetPreviousSecrets = (db: Db): Promise<void> => execute(db)`
    UPDATE webhooks SET previous_secret = NULL, previous_secret_until = NULL
    WHERE previous_secret_until <= clock_timestamp()`;

export const deleteWebhook = (db: Db, id: string): Promise<void> => execute(db)`
    DELETE FROM webhooks WHERE id = ${id}`;
