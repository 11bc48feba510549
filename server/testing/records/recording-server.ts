import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../../contract/client/index.ts';
import type { EventName } from '../../../contract/events.ts';
import type { RecordLayout } from '../../../contract/records.ts';
import type { Answer } from '../../../contract/routes.ts';
import { picturesIn, soundIn } from '../../../recorder/testing/decoding.ts';
import { databaseOf } from '../database.ts';
import { makeGroup, type TestGroup } from '../group.ts';
import { type LecternOptions, type LecternProcess, startLectern } from '../lectern.ts';
import { type InCall, isPresent, joinCall } from '../people/meeting.ts';
import { isReady } from '../processes/health.ts';
import { type Running, runningWith } from '../processes/processes.ts';
import { type Receiver, startReceiver } from '../receivers/receiver.ts';
import { waitUntil } from '../wait.ts';

export type Recording = Answer<'getRecord'>;

/** For a machine that others keep busy. */
const slowly = 60_000;
const farewellMs = 5000;

const recordEnds = ['finished', 'aborted', 'failed'] as const;
type RecordEnd = (typeof recordEnds)[number];

const eventOf: Record<RecordEnd, EventName> = {
  finished: 'record_finished',
  aborted: 'record_aborted',
  failed: 'record_failed',
};

/** What came of one recording: in the database, by webhooks, and on the disk. */
export interface Outcome {
  recordId: string;
  state: string;
  failure: string | null;
  isPartial: boolean;
  duration: number | null;
  /** In the order in which they came first; one that came twice under the same id counts once. */
  events: string[];
  /** Why the file is not as it should be; undefined: it decodes whole. */
  fault: string | undefined;
}

const mostStarts = 4;

/** Sound is mixed some time after its picture: what a kill leaves of the first moments may have none. */
const soundlessSeconds = 2.5;

/** A server with one place to record, a room with somebody in it, and a receiver of webhooks. */
export class RecordingServer {
  readonly lectern: LecternProcess;
  readonly group: TestGroup;
  readonly receiver: Receiver;
  #person: { inCall: InCall; group: TestGroup } | undefined;
  readonly #outcomes: Outcome[] = [];

  private constructor(lectern: LecternProcess, group: TestGroup, receiver: Receiver) {
    this.lectern = lectern;
    this.group = group;
    this.receiver = receiver;
  }

  static async start(
    settings: Record<string, string> = {},
    options: LecternOptions = {},
  ): Promise<RecordingServer> {
    const all = {
      LECTERN_RECORDER_PLACES: '1',
      LECTERN_MIN_FREE_DISK: '1MB',
      LECTERN_WEBHOOK_RETRY_SECONDS: '0,1',
      ...settings,
    };
    const lectern = await startLectern(all, options);
    const receiver = await startReceiver();
    try {
      const group = await makeGroup(lectern, { isRecordAllowed: true });
      await group.owner.createWebhook({ spaceId: group.spaceId, body: { url: receiver.url } });
      return new RecordingServer(lectern, group, receiver);
    } catch (error) {
      await receiver.close();
      await lectern.remove();
      throw error;
    }
  }

  get owner(): Client {
    return this.group.owner;
  }

  async newRoom(): Promise<TestGroup> {
    const { spaceId, owner } = this.group;
    const room = await owner.createRoom({ spaceId, body: { name: 'Algebra', isRecordAllowed: true } });
    return { owner, spaceId, room, at: { spaceId, roomId: room.id } };
  }

  /** A client whose engine was killed may never hear that it left. */
  async #leave(): Promise<void> {
    const leaving = this.#person?.inCall.person.leave().catch(() => undefined);
    await Promise.race([leaving, pause(farewellMs, undefined, { ref: false })]);
  }

  /** Somebody with a picture and a tone in that room, and nobody else anywhere. */
  async replaceParticipant(group: TestGroup = this.group): Promise<InCall> {
    await this.#leave();
    const inCall = await joinCall(this.lectern, group, { role: 'moderator' });
    this.#person = { inCall, group };
    await inCall.person.publish('camera');
    await inCall.person.publish('microphone');
    return inCall;
  }

  /** The one who is in the call. A client whose engine died may try to return for long: then somebody else comes. */
  async ensureParticipant(): Promise<InCall> {
    const { inCall, group } = this.#person ?? {};
    const isThere = inCall && group === this.group && inCall.person.endedBecause === undefined;
    return isThere && (await isPresent(group, inCall.id)) ? inCall : this.replaceParticipant();
  }

  /** With one place on the server, a start also says that the last recording gave it back. */
  async startRecord(layout: RecordLayout = 'speaker'): Promise<string> {
    const ask = async () => {
      await this.ensureParticipant();
      return this.owner.startRecord({ ...this.group.at, body: { layout } });
    };
    return (await waitUntil(ask, { timeout: 40_000, interval: 200, message: 'a free place' })).id;
  }

  /** A recording that goes on; a machine at its limits may have had no picture in time, and said so. */
  async startAndAwaitPicture(): Promise<string> {
    for (let begun = 1; ; begun += 1) {
      const recordId = await this.startRecord();
      const { startedAt, failure } = await this.awaitPicture(recordId);
      if (startedAt) return recordId;
      if (failure !== 'no_picture' || begun === mostStarts) throw new Error(`record ${recordId}: ${failure}`);
      const faults = faultsOf(await this.awaitOutcome(recordId), { ends: ['failed no_picture'] });
      if (faults.length > 0) throw new Error(faults.join('; '));
    }
  }

  /** Starts the server again, for as long as that takes. */
  async restart(): Promise<void> {
    const { lectern } = this;
    await lectern
      .start()
      .catch((error: unknown) =>
        waitUntil(() => isReady(lectern.url), { timeout: 90_000, message: String(error) }),
      );
  }

  getRecord(recordId: string, { at }: TestGroup = this.group): Promise<Recording> {
    return this.owner.getRecord({ ...at, recordId });
  }

  async awaitPicture(recordId: string): Promise<Recording> {
    const find = async () => {
      const record = await this.getRecord(recordId);
      return record.state !== 'new' ? record : undefined;
    };
    return waitUntil(find, { timeout: slowly, message: () => `a picture; ${this.#told(recordId)}` });
  }

  /** The row itself: it outlives its room. */
  async recordRow(recordId: string) {
    const database = await databaseOf(this.lectern);
    try {
      return await database.db
        .selectFrom('records')
        .select(['id', 'state', 'failure', 'is_partial', 'duration', 'bytes', 'deleted_at'])
        .where('id', '=', recordId)
        .executeTakeFirstOrThrow();
    } finally {
      await database.close();
    }
  }

  /** Resolves when the node said so of its disk. */
  async awaitFreeBytes(as: (bytes: number) => boolean): Promise<void> {
    const database = await databaseOf(this.lectern);
    const isSo = async () => {
      const { rows } = await database.pool.query<{ free: string }>('SELECT free_bytes AS free FROM nodes');
      return rows.every(({ free }) => as(Number(free)));
    };
    await waitUntil(isSo, { timeout: 20_000, message: 'the disk to be known' }).finally(database.close);
  }

  recorders(recordId = '/recordings/'): Running[] {
    const inFolder = runningWith(join(this.lectern.dataDir, 'recordings'));
    return inFolder.filter(({ command }) => command.includes('record.ts') && command.includes(recordId));
  }

  folders(): string[] {
    try {
      return readdirSync(join(this.lectern.dataDir, 'recordings'));
    } catch {
      return [];
    }
  }

  /** Names of the events of a record, each delivery once. */
  events(recordId: string): string[] {
    const byId = new Map<string, string>();
    for (const { headers, body } of this.receiver.received) {
      const event = JSON.parse(body).body;
      const id = String(headers['webhook-id']);
      if (event.recordId === recordId && !byId.has(id)) byId.set(id, event.eventName);
    }
    return [...byId.values()];
  }

  /** The record's end, once it is told of and nothing is left of it on this node. */
  async awaitOutcome(recordId: string, timeout = 150_000): Promise<Outcome> {
    const isEnd = (state: string): state is RecordEnd => recordEnds.some((end) => end === state);
    const row = await waitUntil(
      async () => {
        const found = await this.recordRow(recordId);
        return isEnd(found.state) ? { ...found, state: found.state } : undefined;
      },
      { timeout, interval: 200, message: () => `the end of ${recordId}; ${this.#told(recordId)}` },
    );
    await waitUntil(() => this.events(recordId).includes(eventOf[row.state]), {
      timeout: slowly,
      message: () => `${eventOf[row.state]} of ${recordId}; there came ${this.events(recordId)}`,
    });
    await waitUntil(() => !this.folders().includes(recordId) && this.recorders(recordId).length === 0, {
      timeout: slowly,
      message: `the folder of ${recordId} to be gone`,
    });
    const fault = row.state === 'finished' ? await this.#faultOf(recordId) : undefined;
    const { state, failure, is_partial: isPartial, duration } = row;
    const outcome = { recordId, state, failure, isPartial, duration, events: this.events(recordId), fault };
    this.#outcomes.push(outcome);
    return outcome;
  }

  /** What was told of recordings after they had come to their ends, in a sentence each. */
  findLateEvents(): string[] {
    return this.#outcomes
      .map(({ recordId, events }) => ({ recordId, more: this.events(recordId).slice(events.length) }))
      .filter(({ more }) => more.length > 0)
      .map(({ recordId, more }) => `${recordId}: after its end there came ${more.join(', ')}`);
  }

  async #faultOf(recordId: string): Promise<string | undefined> {
    const path = join(this.lectern.dataDir, `${recordId}.mp4`);
    try {
      const address = await this.owner.downloadRecord({ ...this.group.at, recordId });
      const response = await fetch(address);
      if (!response.ok) return `the download answers ${response.status}`;
      writeFileSync(path, Buffer.from(await response.arrayBuffer()));
      const { fileSize, duration } = await this.getRecord(recordId);
      let last = 0;
      let pictures = 0;
      for (const { t } of picturesIn(path)) {
        pictures += 1;
        last = t;
      }
      let pieces = 0;
      for (const _ of soundIn(path)) pieces += 1;
      if (pictures === 0) return 'there is no picture';
      if (pieces === 0 && last > soundlessSeconds) return `there is no sound in ${last} s`;
      if (Math.abs(last - (duration ?? 0)) > 0.5)
        return `it ends at ${last} s, and is said to last ${duration}`;
      return response.headers.get('content-length') === String(fileSize) ? undefined : 'its size is another';
    } catch (error) {
      return String((error as Error)?.stack ?? error);
    } finally {
      rmSync(path, { force: true });
    }
  }

  #told(recordId: string): string {
    const mine = this.lectern
      .output()
      .split('\n')
      .filter((line) => line.includes(recordId) || line.includes('"level":50'));
    return `the server said:\n${mine.slice(-12).join('\n')}`;
  }

  async close(): Promise<void> {
    await this.#leave();
    await this.receiver.close();
    await this.lectern.remove();
  }
}

/** What is wrong with an outcome, in a sentence each. */
export function faultsOf(
  outcome: Outcome,
  expected: { ends: readonly string[]; isPartial?: boolean },
): string[] {
  const { state, failure, events, fault, isPartial } = outcome;
  const end = failure ? `${state} ${failure}` : state;
  const faults: string[] = [];
  if (!expected.ends.includes(end)) faults.push(`it ended as ${end}`);
  if (state === 'finished' && expected.isPartial !== undefined && isPartial !== expected.isPartial) {
    faults.push(`isPartial is ${isPartial}`);
  }
  const [last, ...others] = events.toReversed();
  const wanted = eventOf[state as RecordEnd];
  if (last !== wanted) faults.push(`the last event is ${last}`);
  if (others.length > 1 || (others[0] ?? 'record_started') !== 'record_started') {
    faults.push(`events: ${events.join(', ')}`);
  }
  if (state === 'finished' && others.length !== 1) faults.push('finished, and never started');
  if (fault) faults.push(`the file: ${fault}`);
  return faults.map((text) => `${outcome.recordId}: ${text}`);
}
