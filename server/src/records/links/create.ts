import type { ErrorDetail } from '../../../../contract/errors.ts';
import { mostRecordLinks, recordLinkDays } from '../../../../contract/operations/record-links.ts';
import type { Body } from '../../../../contract/routes.ts';
import { after, now, parseMoment, seconds } from '../../platform/clock.ts';
import { hashOf, randomToken } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { lockRecord } from '../store.ts';
import { countValidRecordLinks, insertRecordLink, lockLead } from './links.store.ts';

const tokenBytes = 32;
const days = (count: number): number => seconds(count * 24 * 3600);

function expiryFaults(expiresAt: Date, from: Date): ErrorDetail[] {
  const path = 'expiresAt';
  if (expiresAt <= from) return [{ path, message: 'must be in the future' }];
  if (expiresAt <= after(days(recordLinkDays.longest), from)) return [];
  return [{ path, message: `must be at most ${recordLinkDays.longest} days ahead` }];
}

/**
 * Creates a link to a recording. Its token is random and only returned here; the row has its hash
 * (docs/decisions/0194).
 */
export function createRecordLink(
  db: Db,
  { recordId, userId, body }: { recordId: string; userId: string; body: Body<'createRecordLink'> },
): Promise<{ id: string; token: string }> {
  const createdAt = now();
  const { note, isDownloadAllowed = false } = body;
  const expiresAt =
    (body.expiresAt === undefined ? undefined : parseMoment(body.expiresAt)) ??
    after(days(recordLinkDays.usual), createdAt);
  const details = expiryFaults(expiresAt, createdAt);
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  const token = randomToken(tokenBytes);
  const id = newId();
  return inTransaction(db, async (trx) => {
    // Requests for the same recording count one after the other.
    const record = (await lockRecord(trx, recordId)) ?? refuse('not_found');
    if (record.deletedAt || !(await lockLead(trx, { recordId, userId }))) refuse('not_found');
    if (record.state === 'failed' || record.state === 'aborted') refuse('record_not_ready');
    if ((await countValidRecordLinks(trx, recordId)) >= mostRecordLinks) refuse('too_many_record_links');
    await insertRecordLink(trx, {
      ...{ id, recordId, tokenHash: hashOf(token), note: note?.trim() ?? null, isDownloadAllowed },
      ...{ createdBy: userId, createdAt, expiresAt },
    });
    return { id, token };
  });
}
