import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type FlowRow = Selectable<Tables['provider_flows']>;

export async function insertFlow(db: Db, flow: FlowRow): Promise<void> {
  await db.insertInto('provider_flows').values(flow).execute();
}

/** Removes and returns the flow, so that nobody uses it a second time. */
export const takeFlow = (db: Db, key: Buffer): Promise<FlowRow | undefined> =>
  db.deleteFrom('provider_flows').where('key', '=', key).returningAll().executeTakeFirst();

export async function deleteOldFlows(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('provider_flows').where('expires_at', '<', time).execute();
}

/** Keeps the encrypted ID token of a sign-in until it ends. */
export async function saveIdToken(trx: Db, familyId: string, idToken: Buffer): Promise<void> {
  await trx.insertInto('provider_sessions').values({ family_id: familyId, id_token: idToken }).execute();
}

export async function takeIdToken(db: Db, familyId: string): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('provider_sessions')
    .where('family_id', '=', familyId)
    .returning('id_token')
    .executeTakeFirst();
  return row?.id_token;
}
