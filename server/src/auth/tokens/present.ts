import type { Answer } from '../../../../contract/routes.ts';
import { timestamp, timestampOrNull } from '../../platform/clock.ts';
import type { FamilyRow, PersonalTokenRow } from './store.ts';

type Listed = Answer<'listPersonalTokens'>['items'][number];

export const presentPersonalToken = (row: PersonalTokenRow): Listed => ({
  id: row.id,
  name: row.name,
  createdAt: timestamp(row.created_at),
  lastUsedAt: timestampOrNull(row.last_used_at),
});

/** @param currentId the sign-in of the caller */
export const presentSession = (
  row: FamilyRow,
  currentId: string | undefined,
): Answer<'listSessions'>['items'][number] => ({
  id: row.id,
  kind: row.is_browser ? 'browser' : 'api',
  isCurrent: row.id === currentId,
  userAgent: row.user_agent,
  ip: row.ip,
  createdAt: timestamp(row.created_at),
  // Null for a sign-in from before this column existed.
  lastUsedAt: timestamp(row.last_used_at ?? row.created_at),
});
