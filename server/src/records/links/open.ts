import type { Answer } from '../../../../contract/routes.ts';
import { addressesUntil } from '../../engines/files/files.ts';
import { now } from '../../platform/clock.ts';
import { hashOf } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { brandOfSpace } from '../../spaces/spaces.ts';
import type { RecordParts } from '../parts.ts';
import { presentByLink } from '../present.ts';
import { linkByTokenHash, noteOpening } from './links.store.ts';

/**
 * Reads the recording of a link. The page calls it again while it plays, so that it learns of the end of the link.
 * @throws Refusal that states whether the link or the recording is over
 */
export async function openRecordLink(
  parts: Pick<RecordParts, 'files'> & { webUrl: URL },
  db: Db,
  token: string,
): Promise<Answer<'openRecordLink'>> {
  const { link, ...found } = (await linkByTokenHash(db, hashOf(token))) ?? refuse('not_found');
  if (link.revokedAt) refuse('link_revoked');
  if (link.expiresAt <= now()) refuse('link_expired');
  const record = found.record ?? refuse('record_gone');
  if (record.state === 'failed' || record.state === 'aborted') refuse('record_gone');
  if (record.state !== 'finished') refuse('record_not_ready');
  await noteOpening(db, link.id);
  const until = new Date(Math.min(addressesUntil().getTime(), link.expiresAt.getTime()));
  const brand = (await brandOfSpace(db, parts.webUrl, record.spaceId)) ?? null;
  return { ...(await presentByLink(parts, record, { link, until })), brand };
}
