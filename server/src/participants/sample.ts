import { hashOf, randomToken } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';
import { insertParticipant, type NewParticipant } from './store.ts';

type SamplePerson = Pick<NewParticipant, 'roomId' | 'name' | 'role' | 'externalUserId' | 'externalMeetingId'>;

const device = {
  deviceType: 'desktop',
  platform: 'Windows',
  platformVersion: '11',
  browser: 'Chrome',
  browserVersion: '140',
} as const;

/**
 * Stores a person of a sample call. No credential leads to this participant, and no browser.
 * @returns the id
 */
export async function insertSamplePerson(trx: Db, person: SamplePerson): Promise<string> {
  const id = newId();
  await insertParticipant(trx, {
    ...{ ...person, id, linkId: null, userId: null, browserHash: hashOf(randomToken(32)) },
    ...{ email: null, phone: null, fields: [], device, origin: {} },
  });
  return id;
}
