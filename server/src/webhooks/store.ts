import { sql } from 'kysely';
import type { OptionalEventName } from '../../../contract/events.ts';
import { now } from '../platform/clock.ts';
import { breaksUnique, type Db } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';

export interface WebhookRow {
  id: string;
  url: string;
  is_active: boolean;
  events: OptionalEventName[];
  failed_in_row: number;
  failed_since: Date | null;
  last_failed_at: Date | null;
  previous_secret_until: Date | null;
}

const shown = [
  'id',
  'url',
  'is_active',
  'events',
  'failed_in_row',
  'failed_since',
  'last_failed_at',
  'previous_secret_until',
] as const;

export function findWebhook(db: Db, spaceId: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').select(shown).where('space_id', '=', spaceId).executeTakeFirst();
}

/** @returns undefined if the group has a webhook already */
export async function insertWebhook(
  db: Db,
  webhook: WebhookChange & { spaceId: string; url: string; secret: Buffer },
): Promise<WebhookRow | undefined> {
  try {
    return await db
      .insertInto('webhooks')
      .values({
        id: newId(),
        space_id: webhook.spaceId,
        url: webhook.url,
        is_active: webhook.isActive ?? true,
        events: webhook.events ?? [],
        secret: webhook.secret,
        created_at: now(),
      })
      .returning(shown)
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (breaksUnique(error, 'webhooks_space_id_key')) return undefined;
    throw error;
  }
}

export interface WebhookChange {
  url?: string | undefined;
  isActive?: boolean | undefined;
  events?: OptionalEventName[] | undefined;
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
  const { url, isActive, events } = change;
  const set = {
    ...(url !== undefined && { url, ...troubleAt(url) }),
    ...(isActive !== undefined && { is_active: isActive }),
    ...(events !== undefined && { events }),
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
export async function forgetPreviousSecrets(db: Db): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ previous_secret: null, previous_secret_until: null })
    .where('previous_secret_until', '<=', sql<Date>`clock_timestamp()`)
    .execute();
}

export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}
