import { now } from '../platform/clock.ts';
import { sameBytes } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { type AccessLink, bindTo, linkById } from './store.ts';

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
  const link = (await linkById(trx, linkId)) ?? refuse('not_found');
  refuseUnusable(link, browserHash);
  if (link.isPermanent || (await bindTo(trx, linkId, browserHash))) return link;
  // Somebody was quicker between the two looks.
  const latest = (await linkById(trx, linkId)) ?? refuse('not_found');
  refuseUnusable(latest, browserHash);
  return refuse('link_used');
}
