import { createHash } from 'node:crypto';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { now } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { MeetingSettings } from '../../platform/db/json-columns.ts';
import { newId } from '../../platform/ids.ts';
import { announceEnd } from '../ended.ts';

const settings: MeetingSettings = {
  ...{ voiceBridge: '12345', dialNumber: '', maxParticipants: 0, duration: 0 },
  ...{ isRecorded: true, isRecordingStarted: false, guestPolicy: 'ALWAYS_ACCEPT' },
  ...{ logoutUrl: null, meetingEndedUrl: null },
};

export interface MeetingGroup extends TestGroup {
  secret: string;
}

/** A group with a room and the API. */
export async function makeMeetingGroup(lectern: Lectern): Promise<MeetingGroup> {
  const group = await makeGroup(lectern, { isPublic: false });
  const { secret } = await group.owner.createBigBlueButton({ spaceId: group.spaceId });
  return { ...group, secret };
}

export interface InsertedMeeting {
  id: string;
  meetingId: string;
  internalId: string;
}

/** Inserts a live meeting in the group's room, as `create` does. */
export async function insertMeeting(
  db: Db,
  { spaceId, room }: Pick<TestGroup, 'spaceId' | 'room'>,
  { metadata = {}, createdAt = now() }: { metadata?: Record<string, string>; createdAt?: Date } = {},
): Promise<InsertedMeeting> {
  const id = newId();
  const meetingId = `meeting ${id}`;
  const internalId = `${createHash('sha1').update(meetingId).digest('hex')}-${createdAt.getTime()}`;
  await db
    .insertInto('bbb_meetings')
    .values({
      ...{ id, space_id: spaceId, room_id: room.id, meeting_id: meetingId, name: 'Algebra' },
      ...{ create_time: String(createdAt.getTime()), internal_id: internalId, created_at: createdAt },
      ...{ attendee_password: 'ap', moderator_password: 'mp', empty_minutes: 1, is_of_installation: false },
      ...{ settings: JSON.stringify(settings), metadata: JSON.stringify(metadata) },
    })
    .execute();
  return { id, meetingId, internalId };
}

/** Ends a meeting as the API does after its call has ended. */
export const endMeeting = (db: Db, { id }: Pick<InsertedMeeting, 'id'>): Promise<void> =>
  inTransaction(db, async (trx) => {
    const row = await trx
      .updateTable('bbb_meetings')
      .set({ ended_at: now(), end_reason: 'request' })
      .where('id', '=', id)
      .returning(['id', 'space_id', 'meeting_id', 'metadata', 'settings'])
      .executeTakeFirstOrThrow();
    await announceEnd(trx, {
      ...{ id: row.id, spaceId: row.space_id, meetingId: row.meeting_id, metadata: row.metadata },
      meetingEndedUrl: row.settings.meetingEndedUrl,
    });
  });
