import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Client } from '../../../contract/client/index.ts';
import type { Database } from '../../../server/testing/database.ts';
import { openLink } from '../../../server/testing/group.ts';
import type { Lectern } from '../../../server/testing/lectern.ts';
import { Person } from '../../../server/testing/people/person.ts';
import { insertLargeCall } from '../../../server/testing/reports/large-call.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { makeSomebody, openSignedIn, type Somebody } from './account-page.ts';
import { CallChat, type Speaker } from './call-chat.ts';
import { clientOf } from './panel-page.ts';
import { test as base, type Studio } from './school.ts';

/** Minutes from the start of the call. */
type Minutes = [from: number, to: number];

export type WrittenPerson = {
  name: string;
  externalUserId?: string;
  role?: 'user' | 'moderator';
  isErased?: boolean;
  online: Minutes[];
  /** These belong to the first visit. */
  microphone?: Minutes[];
  camera?: Minutes[];
  screen?: Minutes[];
  tab?: Minutes[];
  speaking?: Minutes[];
  messages?: string[];
};

type WrittenCall = {
  startedAt: Date;
  minutes: number;
  people: WrittenPerson[];
  /** The names of links that nobody used. */
  missing?: string[];
  /** The names of those who chose each option. */
  poll?: { question: string; options: Record<string, string[]> };
};

const newId = (): string => randomBytes(12).toString('hex');

/** A group with a room and calls that the test writes into the database, or that people without a page make. */
export class CallGroup {
  readonly lectern: Lectern;
  readonly who: Somebody;
  readonly api: Client;
  readonly spaceId: string;
  readonly roomId: string;
  readonly channelId: string;
  readonly #database: Database;
  readonly #chat: CallChat;

  private constructor(
    parts: Pick<CallGroup, 'lectern' | 'who' | 'api' | 'spaceId' | 'roomId' | 'channelId'>,
    database: Database,
  ) {
    this.lectern = parts.lectern;
    this.who = parts.who;
    this.api = parts.api;
    this.spaceId = parts.spaceId;
    this.roomId = parts.roomId;
    this.channelId = parts.channelId;
    this.#database = database;
    this.#chat = new CallChat(database, this);
  }

  static async open({ lectern, database }: Studio): Promise<CallGroup> {
    const who = await makeSomebody(lectern);
    const api = await clientOf(lectern, who);
    const { id: spaceId } = await api.createSpace({ body: { name: 'Evening school', isPublic: false } });
    const body = { name: 'Algebra', attendanceRule: { minShare: 0.75, minSeconds: 0 } };
    const { id: roomId, channelId } = await api.createRoom({ spaceId, body });
    return new CallGroup({ lectern, who, api, spaceId, roomId, channelId }, database);
  }

  pathOf(callId: string): string {
    return `/groups/${this.spaceId}/rooms/${this.roomId}/calls/${callId}`;
  }

  async show(page: Page, callId: string, query = ''): Promise<void> {
    await openSignedIn(page, this.who, `${this.pathOf(callId)}${query}`);
  }

  /** A person in the running call of the room, without a page. */
  async join(name: string): Promise<Person> {
    const { spaceId, roomId } = this;
    const link = { username: name, role: 'user' } as const;
    const { url: address } = await this.api.generateAccess({ spaceId, roomId, body: link });
    const clientUniqueId = `browser ${randomUUID()}`;
    const visitor = await openLink(this.lectern, address, clientUniqueId);
    const body = { roomId, clientUniqueId };
    const { id, access_token } = await visitor.createParticipant({ spaceId, body });
    const entered = await this.lectern
      .client(access_token)
      .issueSignalingToken({ spaceId, participantId: id });
    const person = await Person.join(entered.url, entered.signalingToken);
    const isPresent = async (): Promise<boolean> =>
      (await this.api.listParticipants({ spaceId, roomId })).items.some((one) => one.id === id);
    await waitUntil(isPresent, { timeout: 30_000, message: `${name} to be present in the call` });
    return person;
  }

  writeLargeCall(people: number): Promise<string> {
    const { spaceId, roomId } = this;
    return insertLargeCall(this.#database.db, { spaceId, roomId, people });
  }

  /** Writes a finished call as it is stored, with the links that nobody used. */
  async writeCall({ startedAt, minutes, people, missing = [], poll }: WrittenCall): Promise<string> {
    const { db } = this.#database;
    const { spaceId, roomId } = this;
    const callId = newId();
    const at = (minute: number): Date => new Date(startedAt.getTime() + minute * 60_000);
    await db
      .insertInto('calls')
      .values({
        ...{ id: callId, room_id: roomId, space_id: spaceId, plan_alias: 'business', room_type: 'lesson' },
        ...{ started_at: at(0), empty_since: at(minutes), finished_at: at(minutes) },
      })
      .execute();
    const speakers: Speaker[] = [];
    for (const person of people) speakers.push(await this.#writePerson(callId, person, at));
    if (poll) {
      const chosen = Object.entries(poll.options).map(([option, voters]) => [
        option,
        speakers.filter(({ name }) => voters.includes(name)),
      ]);
      await this.#chat.writePoll({ question: poll.question, options: Object.fromEntries(chosen) }, at(5));
    }
    for (const name of missing) {
      await db
        .insertInto('access_links')
        .values({
          ...{ id: newId(), room_id: roomId, username: name, role: 'user', is_permanent: false },
          ...{ external_user_id: `learner of ${name}`, created_at: at(-60), expires_at: at(minutes + 1_440) },
        })
        .execute();
    }
    return callId;
  }

  /** Writes a finished recording of a call, without its file. */
  async writeRecord(callId: string, name: string): Promise<void> {
    const at = new Date();
    await this.#database.db
      .insertInto('records')
      .values({
        ...{ id: newId(), name, state: 'finished', space_id: this.spaceId, room_id: this.roomId },
        ...{ call_id: callId, layout: 'speaker', max_seconds: 3_600, is_partial: false, duration: 30 },
        ...{ created_at: at, started_at: at, finished_at: at, files: '{}', bytes: '1000' },
      })
      .execute();
  }

  async #writePerson(callId: string, person: WrittenPerson, at: (minute: number) => Date): Promise<Speaker> {
    const { db } = this.#database;
    const id = newId();
    const device = { deviceType: 'desktop', platform: 'Windows', platformVersion: '11', browser: 'Chrome' };
    await db
      .insertInto('participants')
      .values({
        ...{ id, room_id: this.roomId, call_id: callId, browser_hash: randomBytes(32), name: person.name },
        ...{
          role: person.role ?? 'user',
          external_user_id: person.externalUserId ?? null,
          created_at: at(0),
        },
        origin: JSON.stringify({ ip: '192.0.2.44', referer: 'https://school.example.org/algebra' }),
        device: JSON.stringify({ ...device, browserVersion: '148' }),
        fields: JSON.stringify([{ title: 'Class', value: '7b' }]),
        erased_at: person.isErased ? at(0) : null,
      })
      .execute();
    const visits = person.online.map(([from, to]) => ({
      ...{ id: newId(), call_id: callId, participant_id: id, entry_id: newId(), engine_sid: newId() },
      ...{ entered_at: at(from), exited_at: at(to) },
    }));
    await db.insertInto('visits').values(visits).execute();
    const visitId = visits[0]?.id ?? '';
    for (const source of ['microphone', 'camera', 'screen'] as const) {
      for (const [from, to] of person[source] ?? []) {
        const times = { started_at: at(from), ended_at: at(to) };
        await db
          .insertInto('media_intervals')
          .values({ id: newId(), visit_id: visitId, source, track_sid: 'track', ...times })
          .execute();
      }
    }
    for (const kind of ['tab', 'speaking'] as const) {
      for (const [from, to] of person[kind] ?? []) {
        const times = { started_at: at(from), ended_at: at(to) };
        await db
          .insertInto('activity_intervals')
          .values({ visit_id: visitId, kind, ...times })
          .execute();
      }
    }
    const speaker = { participantId: id, name: person.name };
    for (const text of person.messages ?? []) await this.#chat.write(speaker, text, at(1));
    return speaker;
  }
}

/** `calls` belongs to the test alone. */
export const test = base.extend<{ calls: CallGroup }>({
  calls: async ({ studio }, use) => use(await CallGroup.open(studio)),
});

export { expect } from '@playwright/test';
