import { type Insertable, sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import type { Tables } from '../../src/platform/db/tables.ts';
import { newId } from '../../src/platform/ids.ts';
import type { LifecycleParts } from '../../src/records/lifecycle.ts';
import { databaseOf } from '../database.ts';
import type { TestGroup } from '../group.ts';
import type { Lectern } from '../lectern.ts';

const recordEnds: Record<'failed' | 'processing' | 'finished', Partial<Insertable<Tables['records']>>> = {
  failed: { failure: 'recorder_lost' },
  processing: { finished_at: null },
  finished: {
    ...{ duration: 60, width: 1280, height: 720, bytes: '1000' },
    files: JSON.stringify({ video: 'records/of-a-test/video.mp4' }),
  },
};

/** Inserts a call and its recording without files, which the API cannot create. */
export async function insertEndedRecord(
  lectern: Lectern,
  { spaceId, room }: Pick<TestGroup, 'spaceId' | 'room'>,
  state: keyof typeof recordEnds,
): Promise<{ recordId: string; callId: string }> {
  const database = await databaseOf(lectern);
  const [recordId, callId] = [newId(), newId()];
  const at = new Date();
  const of = { space_id: spaceId, room_id: room.id };
  await database.db
    .insertInto('calls')
    .values({
      ...{ id: callId, ...of, plan_alias: 'business', room_type: 'lesson' },
      ...{ started_at: at, finished_at: at },
    })
    .execute();
  await database.db
    .insertInto('records')
    .values({
      ...{ id: recordId, ...of, call_id: callId, name: 'Of the path', layout: 'speaker', max_seconds: 60 },
      ...{ state, created_at: at, started_at: at, finished_at: at, ...recordEnds[state] },
    })
    .execute();
  await database.close();
  return { recordId, callId };
}

export const insertFailedRecord = (lectern: Lectern, group: Pick<TestGroup, 'spaceId' | 'room'>) =>
  insertEndedRecord(lectern, group, 'failed');

/** Inserts an owner and their group with a webhook and a room, for a database without a server. */
export async function insertRoomRows(
  db: Db,
  { type = 'lesson' }: { type?: 'lesson' | 'webinar' } = {},
): Promise<{ ownerId: string; spaceId: string; roomId: string }> {
  const [ownerId, spaceId, roomId] = [newId(), newId(), newId()];
  await sql`
    INSERT INTO users (id, email, username, password_hash, plan, created_at)
    VALUES (${ownerId}, ${`${ownerId}@example.org`}, 'Owner', 'none', 'business', now())`.execute(db);
  await sql`
    INSERT INTO spaces (id, name, is_public, owner_id, created_at)
    VALUES (${spaceId}, 'School', false, ${ownerId}, now())`.execute(db);
  await sql`
    INSERT INTO rooms (id, space_id, alias, name, type, is_public, flags, waiting_room_audience, join_fields, created_at)
    VALUES (${roomId}, ${spaceId}, ${roomId.slice(-10)}, 'Algebra', ${type}, false, '{}', 'nobody', '[]', now())`.execute(
    db,
  );
  await sql`
    INSERT INTO webhooks (id, space_id, url, secret, created_at)
    VALUES (${newId()}, ${spaceId}, 'https://lms.example.org/', '\\x00', now())`.execute(db);
  return { ownerId, spaceId, roomId };
}

/** For a server that records nothing: the test itself moves its recordings on. */
export const withoutRecorder = { LECTERN_ROLES: 'api,jobs' };

interface RecorderNode {
  places: number;
  /** Null if unknown. */
  freeBytes?: number | null;
  /** How long ago it was seen. */
  seenSeconds?: number;
  roles?: string[];
}

/**
 * A node with recorder slots that records nothing: the test itself moves its recordings on.
 * @returns its id; the same id again changes the node
 */
export async function putRecorderNode(db: Db, node: RecorderNode, id = newId()): Promise<string> {
  const { places, freeBytes = null, seenSeconds = -86_400, roles = ['recorder'] } = node;
  await sql`
    INSERT INTO nodes (id, started_at, seen_at, roles, recorder_places, free_bytes)
    VALUES (${id}, now(), now() - make_interval(secs => ${seenSeconds}), ${roles}, ${places}, ${freeBytes})
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, roles = excluded.roles,
      recorder_places = excluded.recorder_places, free_bytes = excluded.free_bytes`.execute(db);
  return id;
}

export async function removeRecorderNodes(db: Db, ids: string[]): Promise<void> {
  await sql`DELETE FROM nodes WHERE id = ANY (${ids})`.execute(db);
}

/** For changes by the test: sockets get their events when the server polls the table. */
export const silentParts: LifecycleParts = {
  socket: { publish: () => undefined } as unknown as LifecycleParts['socket'],
  onRecordMoved: [],
  onRecordFinished: [],
  onTransition: () => undefined,
};
