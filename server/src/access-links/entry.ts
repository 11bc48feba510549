import { now } from '../platform/clock.ts';
import { sameBytes } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { type AccessLink, bindLink, linkById, linkToEnterBy, setFirstEntry, unbindLink } from './store.ts';

/** Refuses a revoked or expired link with 410. */
export function refuseWhenOver(link: AccessLink): void {
  if (link.revokedAt) refuse('link_revoked');
  if (link.expiresAt <= now()) refuse('link_expired');
}

/** Refuses with 410 a link that is revoked, expired or bound to another browser. */
export function refuseUnusable(link: AccessLink, browserHash: Buffer): void {
  refuseWhenOver(link);
  if (link.boundTo && !sameBytes(link.boundTo, browserHash)) refuse('link_used');
}

/**
 * Enters by a link in the transaction that creates the participant. Binds a link that is not permanent to this
 * browser.
 */
export async function enterByLink(trx: Db, linkId: string, browserHash: Buffer): Promise<AccessLink> {
  const link = (await linkToEnterBy(trx, linkId)) ?? refuse('not_found');
  refuseUnusable(link, browserHash);
  if (link.isPermanent) {
    await setFirstEntry(trx, linkId);
    return link;
  }
  if (await bindLink(trx, linkId, browserHash)) return link;
  // Another browser bound the link between the read and the update.
  const latest = (await linkById(trx, linkId)) ?? refuse('not_found');
  refuseUnusable(latest, browserHash);
  return refuse('link_used');
}

/**
 * Checks whether a participant who entered by the link may connect again. A participant in the running call may stay
 * when the link expires or is released, but not when it is revoked.
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

/** Releases a used link for another browser. People in the call stay in it. @throws Refusal 410 if the link is over */
export async function releaseLink(db: Db, linkId: string): Promise<AccessLink> {
  const link = (await linkById(db, linkId)) ?? refuse('link_revoked');
  refuseWhenOver(link);
  await unbindLink(db, linkId);
  return link;
}
