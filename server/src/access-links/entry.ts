import { now } from '../platform/clock.ts';
import { sameBytes } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import { type AccessLink, bindLink, isLinkTaken, linkById, linkToEnterBy, unbindLink } from './store.ts';

/** Refuses a revoked or expired link with 410. */
export function refuseWhenOver(link: AccessLink): void {
  if (link.revokedAt) refuse('link_revoked');
  if (link.expiresAt <= now()) refuse('link_expired');
}

function refuseWhenUsed(link: AccessLink, browserHash: Buffer): void {
  if (!link.boundTo || sameBytes(link.boundTo, browserHash)) return;
  // Nobody can be asked to release it (`askOnThisDevice`): moderators hear requests in calls only.
  throw new Refusal('link_used', link.roomKind === 'playback' ? { reason: 'webinar' } : {});
}

/** Refuses with 410 a link that is revoked, expired or bound to another browser. */
export function refuseUnusable(link: AccessLink, browserHash: Buffer): void {
  refuseWhenOver(link);
  refuseWhenUsed(link, browserHash);
}

/**
 * Enters by a link in the transaction that creates the participant. This does not bind the link yet, because scanners
 * of mails press the button of the entry page, too.
 */
export async function enterByLink(trx: Db, linkId: string, browserHash: Buffer): Promise<AccessLink> {
  const link = (await linkToEnterBy(trx, linkId)) ?? refuse('not_found');
  refuseUnusable(link, browserHash);
  return link;
}

/**
 * Binds a link to the browser of its participant, who is in the call, watches a webinar or waits for admission. A
 * permanent link stays unbound. Only one of two browsers at the same instant gets the link.
 * @returns the participants who lose the link by that; undefined if it belongs to another browser
 */
export async function takeLink(trx: Db, participantId: string): Promise<string[] | undefined> {
  const losers = await bindLink(trx, participantId);
  return (await isLinkTaken(trx, participantId)) ? undefined : losers;
}

/**
 * Checks whether a participant who entered by the link may connect again. A participant in the running call may stay
 * when the link expires or is released, but not when it is revoked or another browser enters by it.
 */
export async function linkForReturn(
  db: Db,
  linkId: string,
  { browserHash, isInCall }: { browserHash: Buffer; isInCall: boolean },
): Promise<void> {
  const link = (await linkById(db, linkId)) ?? refuse('link_revoked');
  if (!isInCall) refuseWhenOver(link);
  if (link.revokedAt) refuse('link_revoked');
  refuseWhenUsed(link, browserHash);
}

/**
 * Releases a used link for another browser. People in the call stay in it until that browser enters.
 * @throws Refusal 410 if the link is over
 */
export async function releaseLink(db: Db, linkId: string): Promise<AccessLink> {
  const link = (await linkById(db, linkId)) ?? refuse('link_revoked');
  refuseWhenOver(link);
  await unbindLink(db, linkId);
  return link;
}
