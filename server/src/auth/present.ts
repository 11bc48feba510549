import type { Answer } from '../../../contract/routes.ts';
import { timestamp, timestampOrNull } from '../platform/clock.ts';
import type { PersonalTokenRow } from './store.ts';

type Listed = Answer<'listPersonalTokens'>['items'][number];

export const presentPersonalToken = (row: PersonalTokenRow): Listed => ({
  id: row.id,
  name: row.name,
  createdAt: timestamp(row.created_at),
  lastUsedAt: timestampOrNull(row.last_used_at),
});
