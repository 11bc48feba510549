import type { Db } from '../platform/db/db.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import { spaceFor } from '../spaces/spaces.ts';
import { isAccount } from '../users/users.ts';
import { leadsRoomIn } from './store.ts';

/** Who may look into the analytics of any room of the group at all. */
export async function mayLook({
  db,
  caller,
  params,
}: {
  db: Db;
  caller: Caller;
  params: { spaceId: string };
}): Promise<void> {
  // Whom a private group admits to one of its rooms only may have to do with that room's figures.
  if (isAccount(caller) && (await leadsRoomIn(db, params.spaceId, caller.userId))) return;
  await spaceFor(db, caller, { spaceId: params.spaceId, least: 'moderator' });
}
