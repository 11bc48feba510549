import { makeBbbGroup } from '../../src/bbb/testing/bbb-client.ts';
import { insertCallWithoutMedia } from '../data/call-without-media.ts';
import { databaseOf } from '../database.ts';
import { openLink } from '../group.ts';
import { startLectern } from '../lectern.ts';
import { newBrowser } from '../people/entering.ts';
import { publishedRecording, recordMeeting, roomOfMeeting } from './recorded-meetings.ts';

/** A server in a process of its own with a group, whose API is measured. */
export async function startMeasuredApi() {
  const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
  const database = await databaseOf(lectern);
  const group = await makeBbbGroup(lectern);
  const { bbb, spaceId } = group;
  // Later calls are not compared with the media server: a comparison that runs by now ends before people are in them.
  await insertCallWithoutMedia(database.db, { spaceId, roomId: group.room.id });
  return {
    lectern,
    bbb,
    /** Lets so many people join a new meeting. They are in its call without media. */
    gather: async (meetingID: string, people: number): Promise<void> => {
      const created = await bbb.call('create', { meetingID });
      const roomId = await roomOfMeeting(database.db, group, created.field('internalMeetingID') ?? '');
      const call = await insertCallWithoutMedia(database.db, { spaceId, roomId });
      for (let n = 0; n < people; n += 1) {
        const role = n === 0 ? 'MODERATOR' : 'VIEWER';
        const joined = await bbb.call('join', { meetingID, fullName: `Pupil ${n}`, userID: `${n}`, role });
        const clientUniqueId = newBrowser();
        const session = await openLink(lectern, joined.headers.get('location') ?? '', clientUniqueId);
        const { id } = await session.createParticipant({ spaceId, body: { roomId, clientUniqueId } });
        await call.enter(id);
      }
    },
    /** @returns the address of a page that plays a recording */
    record: async (meetingID: string): Promise<string> => {
      const created = await bbb.call('create', { meetingID, record: 'true' });
      const recordId = created.field('internalMeetingID') ?? '';
      await recordMeeting(database.db, group, recordId);
      await bbb.call('end', { meetingID });
      const text = await publishedRecording(group, recordId);
      return /<url>([^<]+)</.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    },
    remove: async (): Promise<void> => {
      await database.close();
      await lectern.remove();
    },
  };
}
