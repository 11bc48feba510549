import { randomUUID } from 'node:crypto';
import { test as base } from '@playwright/test';
import type { Client } from '../../contract/client/index.ts';
import type { Body } from '../../contract/routes.ts';
import { type Lectern, type LecternOptions, startLectern } from '../../server/testing/lectern.ts';
import { Person } from '../../server/testing/person.ts';
import { openIn } from '../../server/testing/place.ts';

type RoomWishes = Partial<Body<'createRoom'>>;
type LinkWishes = Partial<Body<'generateAccess'>>;

export type SchoolRoom = { id: string; alias: string; spaceId: string; channelId: string; url: string };

/** A learning platform with a server of ours: makes rooms and links as an integrator does. */
export class School {
  readonly lectern: Lectern;
  readonly client: Client;
  readonly spaceId: string;

  private constructor(lectern: Lectern, client: Client, spaceId: string) {
    this.lectern = lectern;
    this.client = client;
    this.spaceId = spaceId;
  }

  static async open(settings: Record<string, string> = {}, options?: LecternOptions): Promise<School> {
    return School.at(await startLectern(settings, options));
  }

  /** At a server that runs. */
  static async at(lectern: Lectern): Promise<School> {
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

  async link(room: SchoolRoom, wishes: LinkWishes = {}): Promise<string> {
    const body = { username: 'Anna Petrova', role: 'user' as const, ...wishes };
    const { url } = await this.client.generateAccess({ spaceId: room.spaceId, roomId: room.id, body });
    return url;
  }

  /** Somebody in the call of a room without a page; they leave by `leave`. */
  async person(room: SchoolRoom, name: string): Promise<Person> {
    const { spaceId } = this;
    const body = { roomId: room.id, clientUniqueId: `browser ${randomUUID()}`, name };
    const { id, access_token } = await this.lectern.client().createParticipant({ spaceId, body });
    const { url, signalingToken } = await this.lectern
      .client(access_token)
      .issueSignalingToken({ spaceId, participantId: id });
    return Person.join(url, signalingToken);
  }

  /** Somebody in the chat of a room without a page: where what they do matters, and not what they see. */
  async chatting(room: SchoolRoom, wishes: LinkWishes = {}): Promise<Client> {
    const clientUniqueId = `browser ${randomUUID()}`;
    const session = await openIn(this.lectern, await this.link(room, wishes), clientUniqueId);
    const body = { roomId: room.id, clientUniqueId };
    const { access_token } = await session.createParticipant({ spaceId: room.spaceId, body });
    const person = this.lectern.client(access_token);
    await person.joinChannel({ body: { id: room.channelId } });
    return person;
  }
}

/** `school` is one server for all journeys of a worker. */
export const test = base.extend<object, { school: School }>({
  school: [
    // Playwright insists on a pattern here: it reads from it what the fixture needs.
    async ({ browserName: _ }, use) => {
      const school = await School.open();
      await use(school);
      await school.lectern.remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

export { expect } from '@playwright/test';
