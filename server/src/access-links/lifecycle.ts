import { now } from '../platform/clock.ts';
import { sameBytes } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { type AccessLink, bindLink, linkById, linkToEnterBy, setFirstEntry } from './store.ts';

/** Says 410 for a link that is over. */
export function refuseWhenOver(link: AccessLink): void {
  if (link.revokedAt) refuse('link_revoked');
  if (link.expiresAt <= now()) refuse('link_expired');
}

/** Says 410 for a link that is over, or that another browser entered by. */
export function refuseUnusable(link: AccessLink, browserHash: Buffer): void {
  refuseWhenOver(link);
  if (link.boundTo && !sameBytes(link.boundTo, browserHash)) refuse('link_used');
}

/**
 * The entry by a link, in the transaction that makes the participant: a link that is not permanent belongs to this
 * browser from here on.
 */
export async function enterByLink(trx: Db, linkId: string, browserHash: Buffer): Promise<AccessLink> {
  const link = (await linkToEnterBy(trx, linkId)) ?? refuse('not_found');
  refuseUnusable(link, browserHash);
  if (link.isPermanent) {
    await setFirstEntry(trx, linkId);
    return link;
  }
  if (await bindLink(trx, linkId, browserHash)) return link;
  // Somebody was quicker between the two looks.
  const latest = (await linkById(trx, linkId)) ?? refuse('not_found');
  refuseUnusable(latest, browserHash);
  return refuse('link_used');
}

/**
 * May somebody who came by the link before connect again? Who is in the running call may stay when the link expires
 * or is freed for another; when it is withdrawn nobody may.
 */
export async function linkForReturn(
  db: Db,
  linkId: string,
  { browserHash, isInCall }: { browserHash: Buffer; isInCall: boolean },
): Promise<void> {
  const link = (await linkById(db, linkId)) ?? refuse('link_revoked');
  if (!isInCall) refuseUnusable(link, browserHash);
  if (link.revokedAt) refuse('link_revoked');
}
