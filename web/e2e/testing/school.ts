import { randomUUID } from 'node:crypto';
import { test as base } from '@playwright/test';
import type { Client } from '../../../contract/client/index.ts';
import { pathToRoomPart, type RoomPart } from '../../../contract/pages.ts';
import type { Body } from '../../../contract/routes.ts';
import { type Database, databaseOf } from '../../../server/testing/database.ts';
import { openLink } from '../../../server/testing/group.ts';
import { type LecternOptions, type LecternProcess, startLectern } from '../../../server/testing/lectern.ts';
import { patient } from '../../../server/testing/patience.ts';
import { Person } from '../../../server/testing/people/person.ts';
import { type RealProvider, startRealProvider } from '../../../server/testing/provider/real-provider.ts';
import { type MailServer, startMailServer } from '../../../server/testing/receivers/mail-server.ts';
import { FakeRecorder } from '../../../server/testing/records/fake-recorder.ts';
import { putRecorderNode, withoutRecorder } from '../../../server/testing/records/records.ts';
import { withTimings } from '../../../server/testing/timings.ts';
import { makeSharedVideos } from '../../../server/testing/webinars/timed-video.ts';

type RoomWishes = Partial<Body<'createRoom'>>;
type LinkWishes = Partial<Body<'generateAccess'>>;

export type SchoolRoom = { id: string; alias: string; spaceId: string; channelId: string; url: string };

/** A configured engine that no job asks: tests write transcripts themselves. */
const idleSpeech = { LECTERN_SPEECH_MODEL: 'base', LECTERN_SPEECH_PLACES: '0' };

/** Seldom looks for calls, sessions and recordings: for servers that have none. */
const seldomPolls = {
  'calls/reconcile.ts': { everyMs: 10_000, closeEveryMs: 10_000 },
  'playbacks/events/run-sessions.ts': { everyMs: 10_000 },
  'playbacks/timeline/posting.ts': { everyMs: 10_000 },
  'records/running/lost.ts': { lookMs: 10_000 },
};

/** A learning platform with its server: makes rooms and links as an integrator does. */
export class School {
  readonly lectern: LecternProcess;
  readonly client: Client;
  readonly spaceId: string;

  private constructor(lectern: LecternProcess, client: Client, spaceId: string) {
    this.lectern = lectern;
    this.client = client;
    this.spaceId = spaceId;
  }

  static async open(settings: Record<string, string> = {}, options?: LecternOptions): Promise<School> {
    return School.at(await startLectern(settings, options));
  }

  /** At a running server. */
  static async at(lectern: LecternProcess): Promise<School> {
    const client = lectern.client(lectern.owner.personalToken);
    const space = await client.createSpace({ body: { name: 'School' } });
    return new School(lectern, client, space.id);
  }

  async room(wishes: RoomWishes = {}): Promise<SchoolRoom> {
    const { spaceId } = this;
    const body = { name: 'Algebra', ...wishes };
    const { id, alias, channelId } = await this.client.createRoom({ spaceId, body });
    return { id, alias, spaceId, channelId, url: `${this.lectern.url}/room/${alias}` };
  }

  /** The address of a tab of the room's page in the panel. */
  panelOf({ spaceId, id: roomId }: SchoolRoom, part: RoomPart = 'overview'): string {
    return `${this.lectern.url}${pathToRoomPart({ spaceId, roomId }, part)}`;
  }

  async link(room: SchoolRoom, wishes: LinkWishes = {}): Promise<string> {
    const body = { username: 'Anna Petrova', role: 'user' as const, ...wishes };
    const { url } = await this.client.generateAccess({ spaceId: room.spaceId, roomId: room.id, body });
    return url;
  }

  /** A person in the call of a room without a page; `leave` removes them. */
  async person(room: SchoolRoom, name: string): Promise<Person> {
    const { spaceId } = this;
    const body = { roomId: room.id, clientUniqueId: `browser ${randomUUID()}`, name };
    const { id, access_token } = await this.lectern.client().createParticipant({ spaceId, body });
    const { url, signalingToken } = await this.lectern
      .client(access_token)
      .issueSignalingToken({ spaceId, participantId: id });
    return Person.join(url, signalingToken);
  }

  /** A person in the chat of a room without a page, for tests about what others see. */
  async chatting(room: SchoolRoom, wishes: LinkWishes = {}): Promise<Client> {
    const clientUniqueId = `browser ${randomUUID()}`;
    const session = await openLink(this.lectern, await this.link(room, wishes), clientUniqueId);
    const body = { roomId: room.id, clientUniqueId };
    const { access_token } = await session.createParticipant({ spaceId: room.spaceId, body });
    const person = this.lectern.client(access_token);
    await person.joinChannel({ body: { id: room.channelId } });
    return person;
  }
}

type Office = { lectern: LecternProcess; mail: MailServer; provider: RealProvider };
export type Studio = { lectern: LecternProcess; database: Database };
export type RecordedSchool = { school: School; database: Database; nodeId: string; recorder: FakeRecorder };

type Servers = {
  school: School;
  /** Sends email, and lets everybody create an account, also by a sign-in provider. */
  office: Office;
  /** Records nothing: tests write its recordings. */
  studio: Studio;
  /** The test controls its recordings: what the room shows does not depend on the file. */
  recordedSchool: RecordedSchool;
};

const ofWorker = { scope: 'worker', timeout: patient(60_000) } as const;

/**
 * The servers of a worker; each starts when a journey of the worker first asks for it. All journeys take them from
 * here, because Playwright ends a worker and its browser when the next file has other fixtures. Playwright requires a
 * destructuring pattern, from which it reads what a fixture needs.
 */
export const test = base.extend<object, Servers>({
  school: [
    async ({ browserName: _ }, use) => {
      const school = await School.open({
        LECTERN_RECORDER_PLACES: '1',
        LECTERN_MIN_FREE_DISK: '100MB',
        LECTERN_WEBHOOK_RETRY_SECONDS: '1,1',
      });
      await use(school);
      await school.lectern.remove();
    },
    ofWorker,
  ],
  office: [
    async ({ browserName: _ }, use) => {
      const mail = await startMailServer();
      const provider = await startRealProvider();
      const lectern = await startLectern({
        ...provider.settings,
        SMTP_URL: mail.url,
        LECTERN_MAIL_FROM: 'Lectern <lectern@example.org>',
        LECTERN_REGISTRATION: 'open',
        LECTERN_SUPPORT_ADDRESS: 'help@example.org',
        ...withTimings({ ...seldomPolls, 'platform/mail/outbox.ts': { everyMs: 200 } }),
      });
      provider.admit(lectern.url);
      await use({ lectern, mail, provider });
      await lectern.remove();
      await provider.close();
      await mail.close();
    },
    ofWorker,
  ],
  studio: [
    async ({ browserName: _ }, use) => {
      // Journeys of webinars come later.
      const videos = makeSharedVideos();
      const lectern = await startLectern({ ...withoutRecorder, ...idleSpeech });
      const database = await databaseOf(lectern);
      await use({ lectern, database });
      await videos;
      await database.close();
      await lectern.remove();
    },
    ofWorker,
  ],
  recordedSchool: [
    async ({ browserName: _ }, use) => {
      const school = await School.open(withoutRecorder);
      const database = await databaseOf(school.lectern);
      const nodeId = await putRecorderNode(database.db, { places: 9 });
      await use({ school, database, nodeId, recorder: new FakeRecorder(database.db) });
      await database.close();
      await school.lectern.remove();
    },
    ofWorker,
  ],
});

export { expect } from '@playwright/test';
