import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { announce } from '../../src/webhooks/webhooks.ts';
import { databaseOf } from '../database.ts';
import { createChance } from '../fuzzing/fuzz.ts';
import { makeGroup } from '../group.ts';
import type { LecternProcess } from '../lectern.ts';
import { isReady } from '../processes/health.ts';
import { waitUntil } from '../wait.ts';
import { answer, type Behaviour, hang, type Receiver, startReceiver } from './receiver.ts';
import { type Announced, type Held, judgeKills, type KillsVerdict } from './webhook-kills-verdict.ts';

type Kind = 'well' | 'failing' | 'slow' | 'hanging';

/** The kinds of receivers, each receiver with a group of its own, and the share of events that a kind gets. */
const kinds: { kind: Kind; receivers: number; percent: number }[] = [
  { kind: 'well', receivers: 4, percent: 78 },
  { kind: 'failing', receivers: 2, percent: 12 },
  { kind: 'slow', receivers: 2, percent: 8 },
  { kind: 'hanging', receivers: 1, percent: 2 },
];

const ends = { well: 'delivered', failing: 'failed', slow: 'delivered', hanging: undefined } as const;

interface Target {
  kind: Kind;
  receiver: Receiver;
  spaceId: string;
}

export interface KillRoundsOptions {
  seed: number;
  /** How many kills must interrupt attempts; kills that interrupt none come in addition. */
  kills: number;
  /** Deliveries that are written for each kill. */
  events: number;
  onKill?: (among: number, came: { arrived: number; held: number }) => void;
}

export interface KillOutcome extends KillsVerdict {
  kills: number;
  /** Milliseconds from each start until the server is ready. */
  starts: number[];
  seconds: number;
}

const settleMs = 8 * 60_000;

class Rounds {
  readonly #lectern: LecternProcess;
  readonly #database: Database;
  readonly #chance: () => number;
  readonly #targets: Target[] = [];
  readonly #announced: Announced[] = [];
  /** The attempts in progress at each kill. */
  readonly #holds: Held[] = [];
  readonly starts: number[] = [];

  constructor(lectern: LecternProcess, database: Database, chance: () => number) {
    this.#lectern = lectern;
    this.#database = database;
    this.#chance = chance;
  }

  #behaviourOf(kind: Kind): Behaviour {
    if (kind === 'failing') return answer(500, 'out of order');
    if (kind === 'hanging') return hang;
    const [least, more] = kind === 'slow' ? [100, 900] : [0, 60];
    return (response) => void setTimeout(() => response.writeHead(200).end(), least + this.#chance() * more);
  }

  async prepare(): Promise<void> {
    for (const { kind, receivers } of kinds) {
      for (let n = 0; n < receivers; n += 1) {
        const receiver = await startReceiver(this.#behaviourOf(kind));
        const { owner, spaceId } = await makeGroup(this.#lectern);
        await owner.createWebhook({ spaceId, body: { url: receiver.url } });
        this.#targets.push({ kind, receiver, spaceId });
      }
    }
  }

  get #arrived(): number {
    return this.#targets.reduce((all, { receiver }) => all + receiver.received.length, 0);
  }

  #any(): Target {
    const drawn = this.#chance() * 100;
    let reached = 0;
    const among = kinds.find(({ percent }) => {
      reached += percent;
      return drawn < reached;
    });
    const ofKind = this.#targets.filter(({ kind }) => kind === among?.kind);
    return ofKind[Math.floor(this.#chance() * ofKind.length)] ?? (this.#targets[0] as Target);
  }

  async #announce(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const { spaceId, kind } = this.#any();
      const roomId = newId();
      await announce(this.#database.db, { eventName: 'call_started', spaceId, roomId });
      // Announced from the commit on.
      this.#announced.push({ roomId, spaceId, end: ends[kind] });
    }
  }

  /** The killed server's attempts in progress, read after its database connections have ended. */
  async #heldNow(): Promise<Held[]> {
    const { db } = this.#database;
    const others = async () => {
      const { rows } = await sql<{ count: string }>`
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`.execute(
        db,
      );
      return Number(rows[0]?.count);
    };
    await waitUntil(async () => (await others()) === 0, {
      timeout: 30_000,
      message: 'the connections of the killed server to end',
    });
    return db
      .selectFrom('webhook_deliveries')
      .select(['event_id as eventId', 'attempts as number', sql<Date>`claimed_until`.as('until')])
      .where('status', '=', 'pending')
      .where('claimed_until', '>', sql<Date>`clock_timestamp()`)
      .execute();
  }

  /** Kills the server while deliveries are written and sent. */
  async kill(events: number): Promise<{ arrived: number; held: number }> {
    const before = this.#arrived;
    const writing = this.#announce(events);
    // One kill in five comes soon after the start, the others in the middle of the deliveries.
    const some = this.#chance() < 0.2 ? 0 : Math.floor(this.#chance() * events * 0.7);
    await waitUntil(() => this.#arrived >= before + some, {
      timeout: 120_000,
      interval: 1,
      message: () => `${some} requests to arrive, ${this.#arrived - before} did`,
    });
    await pause(this.#chance() * (some === 0 ? 300 : 20));
    await this.#lectern.kill();
    const arrived = this.#arrived - before;
    await writing;
    const held = await this.#heldNow();
    this.#holds.push(...held);
    await pause(this.#chance() * 300);
    await this.#start();
    return { arrived, held: held.length };
  }

  /** A start on a busy machine may take longer than usual: the time is reported. */
  async #start(): Promise<void> {
    const began = performance.now();
    await this.#lectern.start().catch(async (error: unknown) => {
      await waitUntil(() => isReady(this.#lectern.url), { timeout: 90_000, message: String(error) });
    });
    this.starts.push(performance.now() - began);
  }

  /** Lets the hanging receivers respond, and waits until every delivery has ended. */
  async settle(): Promise<KillsVerdict> {
    for (const { kind, receiver } of this.#targets) if (kind === 'hanging') receiver.behave(answer(200));
    const { db } = this.#database;
    const pending = async () => {
      const rows = db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'pending');
      return (await rows.execute()).length;
    };
    await waitUntil(async () => (await pending()) === 0, {
      timeout: settleMs,
      interval: 250,
      message: 'every delivery to end',
    });
    return judgeKills(db, {
      announced: this.#announced,
      holds: this.#holds,
      received: this.#targets.flatMap(({ receiver }) => receiver.received),
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#targets.map(({ receiver }) => receiver.close()));
  }
}

/** Sends deliveries to receivers of each kind and kills the server with SIGKILL meanwhile, many times. */
export async function killRounds(lectern: LecternProcess, options: KillRoundsOptions): Promise<KillOutcome> {
  const began = performance.now();
  // A single connection: all others are the server's.
  const database = await databaseOf(lectern, { max: 1 });
  const rounds = new Rounds(lectern, database, createChance(options.seed));
  try {
    await rounds.prepare();
    let kills = 0;
    for (let among = 0; among < options.kills; kills += 1) {
      const came = await rounds.kill(options.events);
      if (came.held > 0) among += 1;
      options.onKill?.(among, came);
    }
    const verdict = await rounds.settle();
    return { ...verdict, kills, starts: rounds.starts, seconds: (performance.now() - began) / 1000 };
  } finally {
    await rounds.close();
    await database.close();
  }
}
