import { inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { playbackInPath } from '../access.ts';
import { originalMessagesOf, saveOriginalMessages } from './original-chat.store.ts';
import { lockTimeline } from './timeline.store.ts';

export const originalChatEndpoints: Endpoint[] = [
  endpoint('getOriginalChat', {
    access: playbackInPath,
    handle: ({ db, access: { playback }, query: { limit = 1000, offset = 0, order = 'asc' } }) =>
      originalMessagesOf(db, playback.roomId, { page: { limit, offset, order } }),
  }),
  // Changes how sessions show messages of the recorded call; those that were shown already stay as they are.
  endpoint('updateOriginalChat', {
    access: playbackInPath,
    handle: ({ db, access, body: { items } }) =>
      inTransaction(db, async (trx) => {
        const playbackId = access.playback.roomId;
        if (!(await lockTimeline(trx, playbackId))) refuse('not_found');
        const changes = new Map(items.map((item) => [String(item.id), item]));
        const ids = [...changes.keys()];
        const page = { limit: items.length, offset: 0, order: 'asc' } as const;
        const known = await originalMessagesOf(trx, playbackId, { page, ids });
        const found = new Set(known.items.map(({ id }) => id));
        const message = 'must be a message of the recorded call';
        const details = items.flatMap(({ id }, index) =>
          found.has(String(id)) ? [] : [{ path: `items.${index}.id`, message }],
        );
        if (details.length > 0) throw new Refusal('validation_failed', { details });
        const rows = [...changes].map(([id, { isHidden, displayName }]) => ({
          ...{ id, isHidden, displayName: displayName?.trim() ?? displayName },
        }));
        await saveOriginalMessages(trx, playbackId, rows);
        return originalMessagesOf(trx, playbackId, { page, ids });
      }),
  }),
];
