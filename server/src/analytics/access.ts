import type { Db } from '../platform/db/db.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import { spaceFor } from '../spaces/spaces.ts';
import { isAccount } from '../users/users.ts';
import { leadsRoomIn } from './store.ts';

/** Checks that the caller may see the analytics of at least one room of the group. */
export async function checkAnalyticsAccess({
  db,
  caller,
  params,
}: {
  db: Db;
  caller: Caller;
  params: { spaceId: string };
}): Promise<void> {
  // A private group may grant an account a role in one room only; that account sees this room's figures.
  if (isAccount(caller) && (await leadsRoomIn(db, params.spaceId, caller.userId))) return;
  await spaceFor(db, caller, { spaceId: params.spaceId, least: 'moderator' });
}
