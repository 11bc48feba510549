import { now } from '../platform/clock.ts';
import { breaksUnique, type Db } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';

export interface WebhookRow {
  id: string;
  url: string;
  is_active: boolean;
}

const shown = ['id', 'url', 'is_active'] as const;

export function findWebhook(db: Db, spaceId: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').select(shown).where('space_id', '=', spaceId).executeTakeFirst();
}

/** @returns undefined when the group has a webhook already */
export async function insertWebhook(
  db: Db,
  webhook: { spaceId: string; url: string; secret: Buffer },
): Promise<WebhookRow | undefined> {
  try {
    return await db
      .insertInto('webhooks')
      .values({
        id: newId(),
        space_id: webhook.spaceId,
        url: webhook.url,
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
  secret?: Buffer | undefined;
}

/** @returns undefined when it was deleted meanwhile */
export function changeWebhook(db: Db, id: string, change: WebhookChange): Promise<WebhookRow | undefined> {
  const { url, isActive, secret } = change;
  const set = {
    ...(url !== undefined && { url }),
    ...(isActive !== undefined && { is_active: isActive }),
    ...(secret !== undefined && { secret }),
  };
  const isNothing = Object.keys(set).length === 0;
  if (isNothing) return db.selectFrom('webhooks').select(shown).where('id', '=', id).executeTakeFirst();
  return db.updateTable('webhooks').set(set).where('id', '=', id).returning(shown).executeTakeFirst();
}

export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}
