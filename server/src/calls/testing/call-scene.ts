import { roomFlagNames } from '../../../../contract/operations/rooms.ts';
import { startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { type EngineEvent, mayPublishAll } from '../../engines/media/media.ts';
import { FakeMediaEngine, type FakePerson } from '../../engines/media/testing/fake.ts';
import { hashOf } from '../../platform/crypto.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { newAlias, newId } from '../../platform/ids.ts';
import type { CallFact, CallParts } from '../parts.ts';

/** Starts a database with its tables and a connection for each node. */
export async function startCallNodes(nodes = 1) {
  const { db, connect, remove } = await startOwnDatabase();
  const databases = Array.from({ length: nodes }, () => connect({ max: 6 }));
  return {
    db,
    databases,
    stop: async () => {
      for (const database of databases) await database.close();
      await remove();
    },
  };
}

/** The events of calls, in order. */
export type StatedCall = { what: 'started' | 'finished'; call: CallFact };

/** A fake media server whose events wait in `bag` until the test delivers them, and nodes that process them. */
export class CallScene {
  readonly bag: EngineEvent[] = [];
  readonly told: StatedCall[] = [];
  readonly engine: FakeMediaEngine;
  readonly nodes: CallParts[];
  readonly spaceId = newId();
  readonly roomId = newId();
  readonly db: Db;
  #arriving: Promise<void> = Promise.resolve();

  /** @param shared the media server of another scene, whose bag then gets the events of both */
  constructor(databases: Database[], graceSeconds: number, shared?: FakeMediaEngine) {
    const [first] = databases;
    if (!first) throw new Error('a scene needs a database');
    this.db = first.db;
    const own = new FakeMediaEngine((body, authorization) => {
      this.#arriving = this.#arriving.then(async () => {
        const event = await this.engine.verifyWebhook(body, authorization);
        if (event) this.bag.push(event);
      });
    });
    this.engine = shared ?? own;
    this.nodes = databases.map(({ db }) => ({
      db,
      engine: this.engine,
      log: quietLog,
      graceSeconds,
      onCallStarted: [async (_trx, call) => this.told.push({ what: 'started', call })],
      onEntered: [],
      onLeft: [],
      onTrackSeen: [],
      onWaitingMessageChanged: [],
      onTimerChanged: [],
      onEndedForAll: [],
      onCallFinished: [async (_trx, call) => this.told.push({ what: 'finished', call })],
      onPeopleChanged: [],
      onRolesChanged: [],
    }));
  }

  get node(): CallParts {
    const [first] = this.nodes;
    if (!first) throw new Error('a scene needs a node');
    return first;
  }

  /** Resolves when every event so far is in the bag. */
  async arrived(): Promise<EngineEvent[]> {
    await this.#arriving;
    return this.bag;
  }

  /** Empties the bag. @returns its events in order */
  async take(): Promise<EngineEvent[]> {
    return (await this.arrived()).splice(0);
  }

  async makeRoom(): Promise<void> {
    const created = new Date();
    const userId = newId();
    await this.db
      .insertInto('users')
      .values({
        id: userId,
        email: `${userId}@example.org`,
        username: 'Owner',
        password_hash: '',
        plan: 'business',
        created_at: created,
      })
      .execute();
    await this.db
      .insertInto('spaces')
      .values({ id: this.spaceId, name: 'School', is_public: true, owner_id: userId, created_at: created })
      .execute();
    const flags = Object.fromEntries(roomFlagNames.map((name) => [name, name !== 'isMutedOnEntry']));
    await this.db
      .insertInto('rooms')
      .values({
        id: this.roomId,
        space_id: this.spaceId,
        alias: newAlias(),
        name: 'Algebra',
        type: 'lesson',
        is_public: true,
        flags: JSON.stringify(flags),
        waiting_room_audience: 'nobody',
        join_fields: '[]',
        created_at: created,
      })
      .execute();
  }

  async makePerson(more: { externalUserId?: string; browser?: string } = {}): Promise<string> {
    const id = newId();
    await this.db
      .insertInto('participants')
      .values({
        id,
        room_id: this.roomId,
        browser_hash: hashOf(more.browser ?? id),
        name: 'Somebody',
        role: 'user',
        external_user_id: more.externalUserId ?? null,
        origin: '{}',
        created_at: new Date(),
      })
      .execute();
    return id;
  }

  /** Connects a person's client with a new token. */
  async join(participantId: string, more: { hidden?: boolean; entryId?: string } = {}): Promise<FakePerson> {
    const { hidden = false, entryId = newId() } = more;
    const request = { roomId: this.roomId, participantId, name: 'Somebody', role: 'user', entryId, hidden };
    return this.engine.join(await this.engine.issueToken({ ...request, publish: mayPublishAll }));
  }

  calls() {
    return this.db
      .selectFrom('calls')
      .selectAll()
      .where('room_id', '=', this.roomId)
      .orderBy('started_at')
      .orderBy('finished_at')
      .execute();
  }

  visits() {
    return this.db
      .selectFrom('visits as v')
      .innerJoin('calls as c', 'c.id', 'v.call_id')
      .selectAll('v')
      .where('c.room_id', '=', this.roomId)
      .orderBy('v.entered_at')
      .execute();
  }

  intervals() {
    return this.db
      .selectFrom('media_intervals as m')
      .innerJoin('visits as v', 'v.id', 'm.visit_id')
      .innerJoin('calls as c', 'c.id', 'v.call_id')
      .selectAll('m')
      .where('c.room_id', '=', this.roomId)
      .orderBy('m.started_at')
      .orderBy('m.id')
      .execute();
  }

  activity() {
    return this.db
      .selectFrom('activity_intervals as a')
      .innerJoin('visits as v', 'v.id', 'a.visit_id')
      .innerJoin('calls as c', 'c.id', 'v.call_id')
      .selectAll('a')
      .where('c.room_id', '=', this.roomId)
      .orderBy('a.started_at')
      .orderBy('a.id')
      .execute();
  }
}
