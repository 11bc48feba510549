import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { isMeetingFull } from '../store.ts';

/**
 * Refuses with 409 people who come to a meeting that admits no more. Two who come at once may both pass: then the media
 * server removes the second one, whose visit does not begin.
 */
export async function refuseIfFull(db: Db, person: { id: string | null; roomId: string }): Promise<void> {
  if (await isMeetingFull(db, person)) refuse('call_full');
}
