import type { Answer, Body, Query } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { originalMessagesOf, saveOriginalMessages } from './original-chat.store.ts';
import { lockTimeline } from './timeline.store.ts';

export const readOriginalChat = (
  db: Db,
  playbackId: string,
  { limit = 1000, offset = 0, order = 'asc' }: Query<'getOriginalChat'>,
): Promise<Answer<'getOriginalChat'>> =>
  originalMessagesOf(db, playbackId, { page: { limit, offset, order } });

/** Changes how sessions show messages of the recorded call; those that were shown already stay as they are. */
export const updateOriginalChat = (
  db: Db,
  playbackId: string,
  { items }: Body<'updateOriginalChat'>,
): Promise<Answer<'updateOriginalChat'>> =>
  inTransaction(db, async (trx) => {
    if (!(await lockTimeline(trx, playbackId))) refuse('not_found');
    const changes = new Map(items.map((item) => [String(item.id), item]));
    const ids = [...changes.keys()];
    const page = { limit: items.length, offset: 0, order: 'asc' } as const;
    const known = await originalMessagesOf(trx, playbackId, { page, ids });
    const found = new Set(known.items.map(({ id }) => id));
    const details = items.flatMap(({ id }, index) =>
      found.has(String(id))
        ? []
        : [{ path: `items.${index}.id`, message: 'must be a message of the recorded call' }],
    );
    if (details.length > 0) throw new Refusal('validation_failed', { details });
    await saveOriginalMessages(
      trx,
      playbackId,
      [...changes].map(([id, { isHidden, displayName }]) => ({
        id,
        isHidden,
        displayName: displayName?.trim() ?? displayName,
      })),
    );
    return originalMessagesOf(trx, playbackId, { page, ids });
  });
