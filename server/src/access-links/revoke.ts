import { type Db, inTransaction } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import type { Created } from '../spaces/spaces.ts';
import { revokeLinksBy } from './created.store.ts';
import type { LinkEffects, LinkParts } from './parts.ts';
import { revokeLink, revokeLinksOfPerson } from './store.ts';

/** Revokes links in one transaction, with what ends for their participants, and then removes these from their calls. */
async function revokeIn(parts: LinkParts, db: Db, revoke: (trx: Db) => Promise<string[]>): Promise<void> {
  const linkIds = await inTransaction(db, async (trx) => {
    const revoked = await revoke(trx);
    if (revoked.length > 0) await runAll(trx, parts.onLinksRevoking, revoked);
    return revoked;
  });
  if (linkIds.length > 0) await runAll(db, parts.onLinksRevoked, linkIds);
}

/** Revokes one link. A repeated request removes its participants again: the first may have failed after the commit. */
export const revokeOne = (parts: LinkParts, db: Db, linkId: string): Promise<void> =>
  revokeIn(parts, db, async (trx) => {
    await revokeLink(trx, linkId);
    return [linkId];
  });

export const revokeAllOfPerson = (
  parts: LinkParts,
  db: Db,
  whose: { roomId: string; externalUserId: string },
): Promise<void> => revokeIn(parts, db, (trx) => revokeLinksOfPerson(trx, whose));

/** Revokes the links that an account created, in the transaction in which it loses a role. @returns their ids */
export async function revokeCreatedLinks(
  { onLinksRevoking }: Pick<LinkEffects, 'onLinksRevoking'>,
  trx: Db,
  created: Created,
): Promise<string[]> {
  const linkIds = await revokeLinksBy(trx, created);
  if (linkIds.length > 0) await runAll(trx, onLinksRevoking, linkIds);
  return linkIds;
}
