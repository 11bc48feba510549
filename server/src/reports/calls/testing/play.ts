import { recordEvent } from '../../../calls/events.ts';
import type { CallScene } from '../../../calls/testing/call-scene.ts';
import type { Clock } from '../../../calls/testing/clock.ts';
import { type ActivityKind, recordActivity } from '../../../calls/visits/activity.store.ts';
import { type EngineEvent, mayPublishAll } from '../../../engines/media/media.ts';
import type { FakePerson } from '../../../engines/media/testing/fake.ts';
import { hashOf } from '../../../platform/crypto.ts';
import { newId } from '../../../platform/ids.ts';
import { type Happening, isReported, type Trace, type TraceParticipant } from './happenings.ts';

interface Page {
  participantId: string;
  entryId: string;
  person: FakePerson;
  on: Set<ActivityKind>;
}

/** Plays a trace to a server's database: a fake media server sends the events, pages report their activity. */
export class Player {
  /** The participants of the trace by the ids that they have in the database. */
  readonly participants = new Map<string, TraceParticipant>();
  /** Accounts by their text in the trace. An external id of the same text equals the account's id. */
  readonly accounts = new Map<string, string>();
  readonly #scene: CallScene;
  readonly #clock: Clock;
  readonly #ids = new Map<string, string>();
  readonly #pages = new Map<string, Page>();
  /** Events of the media server, which keeps them while the server is down. */
  readonly #events: EngineEvent[] = [];
  #isServerDown = false;

  constructor(scene: CallScene, clock: Clock) {
    this.#scene = scene;
    this.#clock = clock;
  }

  /** Lets everything happen at its time, and stops the clock at the end of the trace. */
  async play({ participants, happenings, until }: Trace): Promise<void> {
    // Ids of one millisecond have no order, and the report orders people by them.
    const ids = participants.map(() => newId()).sort();
    for (const [index, participant] of participants.entries())
      await this.#insert(participant, ids[index] ?? '');
    for (const happening of happenings) {
      this.#waitUntil(happening.at);
      await this.#apply(happening);
      // A client that is gone sends nothing: the visit alone has to end what was on in it.
      for (const event of await this.#scene.take())
        if (event.type !== 'track_unpublished' || happening.what === 'off') this.#events.push(event);
      if (!this.#isServerDown)
        for (const event of this.#events.splice(0)) await recordEvent(this.#scene.node, event);
      if (happening.what === 'join') await this.#reportAfterJoining(happening.connection);
    }
    this.#waitUntil(until);
  }

  async #insert(participant: TraceParticipant, id: string): Promise<void> {
    const { db, roomId } = this.#scene;
    this.#ids.set(participant.id, id);
    this.participants.set(id, participant);
    await db
      .insertInto('participants')
      .values({
        id,
        room_id: roomId,
        browser_hash: hashOf(participant.browser),
        user_id: participant.userId === null ? null : await this.#accountOf(participant.userId),
        name: participant.name,
        role: 'user',
        external_user_id:
          participant.externalUserId === null ? null : await this.#accountOf(participant.externalUserId),
        origin: '{}',
        created_at: new Date(participant.joinedAt),
      })
      .execute();
  }

  async #accountOf(userId: string): Promise<string> {
    const known = this.accounts.get(userId);
    if (known) return known;
    const id = newId();
    this.accounts.set(userId, id);
    await this.#scene.db
      .insertInto('users')
      .values({
        id,
        email: `${id}@example.org`,
        username: 'Somebody',
        password_hash: '',
        plan: 'business',
        created_at: new Date(),
      })
      .execute();
    return id;
  }

  #waitUntil(at: number): void {
    this.#clock.advance(Math.max(at - this.#clock.now().getTime(), 0));
  }

  async #apply(happening: Happening): Promise<void> {
    switch (happening.what) {
      case 'join':
        return this.#join(happening);
      case 'leave':
        return this.#end(happening.connection, (person) => person.leave());
      case 'remove':
        for (const [connection, { participantId }] of this.#pages)
          if (participantId === this.#ids.get(happening.participantId))
            this.#end(connection, (person) => person.end('removed'));
        return;
      case 'media server killed':
        for (const connection of this.#pages.keys()) this.#end(connection, (person) => person.end('lost'));
        return;
      case 'server killed':
      case 'server back':
        this.#isServerDown = happening.what === 'server killed';
        return;
      default:
        return this.#switch(happening);
    }
  }

  async #join({ connection, participantId, entryId }: Happening & { what: 'join' }): Promise<void> {
    const { engine, roomId } = this.#scene;
    const id = this.#ids.get(participantId) ?? '';
    const request = { roomId, participantId: id, name: 'Somebody', role: 'user', entryId };
    const person = engine.join(await engine.issueToken({ ...request, publish: mayPublishAll }));
    this.#pages.set(connection, { participantId: id, entryId, person, on: new Set() });
  }

  /** A page that connects again may have hidden its tab meanwhile. */
  async #reportAfterJoining(connection: string): Promise<void> {
    const page = this.#pages.get(connection);
    if (page) await this.#report(page, ['tab', 'speaking']);
  }

  #end(connection: string, leave: (person: FakePerson) => void): void {
    const page = this.#pages.get(connection);
    this.#pages.delete(connection);
    if (page) leave(page.person);
  }

  async #switch({ what, connection, activity }: Happening & { what: 'on' | 'off' }): Promise<void> {
    const page = this.#pages.get(connection);
    if (!page) return;
    if (!isReported(activity)) {
      if (what === 'on') page.person.publish(activity);
      else page.person.unpublish(activity);
    } else if (what === 'on') {
      page.on.add(activity);
      await this.#report(page);
    } else {
      page.on.delete(activity);
      await this.#report(page, [activity]);
    }
  }

  async #report({ participantId, entryId, on }: Page, off: ActivityKind[] = []): Promise<void> {
    const { db, spaceId } = this.#scene;
    const report = { participantId, spaceId, entryId, number: null, on: [...on], off };
    if (!(await recordActivity(db, report))) throw new Error('the page has no visit');
  }
}
