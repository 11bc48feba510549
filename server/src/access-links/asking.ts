import type { Answer, Body } from '../../../contract/routes.ts';
import { hashOf, type Keyring, sameBytes } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import { refuseWhenOver } from './entry.ts';
import type { LinkParts } from './parts.ts';
import { type AccessLink, findLinkHolder, hasModerator, linkById } from './store.ts';
import { linkIdOf } from './token.ts';

/** Finds the link of a token. @throws Refusal 401 for a foreign token, 410 for a link that was deleted */
export async function linkOfToken(keyring: Keyring, db: Db, token: string): Promise<AccessLink> {
  const linkId = linkIdOf(keyring, token);
  if (linkId === undefined) return refuse('unauthorized', 'This access link is not of this installation.');
  // The token is valid, so the link existed: it was deleted with its room or by the retention period.
  return (await linkById(db, linkId)) ?? refuse('link_expired');
}

/**
 * Asks the moderators in the call to release a link that another browser has used. Nothing is stored: the page repeats
 * the request while it is open, so that moderators who enter later learn of it, too.
 */
export async function askOnThisDevice(
  parts: LinkParts,
  db: Db,
  { accessToken, clientUniqueId }: Body<'askOnThisDevice'>,
): Promise<Answer<'askOnThisDevice'>> {
  const link = await linkOfToken(parts.keyring, db, accessToken);
  refuseWhenOver(link);
  if (!link.boundTo || sameBytes(link.boundTo, hashOf(clientUniqueId)))
    return { isFree: true, isHeard: false };
  const holder = await findLinkHolder(db, link.id);
  if (holder) await runAll(db, parts.onDeviceAsked, { ...holder, roomId: link.roomId });
  return { isFree: false, isHeard: holder !== undefined && (await hasModerator(db, link.roomId)) };
}
