import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../../contract/client/index.ts';
import type { EventName } from '../../../contract/events.ts';
import type { RecordLayout } from '../../../contract/operations/records.ts';
import type { Answer } from '../../../contract/routes.ts';
import { picturesIn, soundIn } from '../../../recorder/testing/decoding.ts';
import { databaseOf } from '../database.ts';
import { makeGroup, type TestGroup } from '../group.ts';
import { type LecternOptions, type LecternProcess, startLectern } from '../lectern.ts';
import { isPresent } from '../people/entering.ts';
import { type InCall, joinCall } from '../people/meeting.ts';
import { isReady } from '../processes/health.ts';
import { type Running, runningWith } from '../processes/processes.ts';
import { type Receiver, startReceiver } from '../receivers/receiver.ts';
import { waitUntil } from '../wait.ts';

export type ReadRecord = Answer<'getRecord'>;

/** Milliseconds; enough for a busy machine. */
const slowMachineMs = 60_000;
const leaveMs = 5000;

const recordEnds = ['finished', 'aborted', 'failed'] as const;
type RecordEnd = (typeof recordEnds)[number];

const eventOf: Record<RecordEnd, EventName> = {
  finished: 'record_finished',
  aborted: 'record_aborted',
  failed: 'record_failed',
};

/** The outcome of one recording: in the database, in webhooks and on the disk. */
export interface RecordingOutcome {
  recordId: string;
  state: string;
  failure: string | null;
  isPartial: boolean;
  duration: number | null;
  /** In the order of their first arrival; repeated deliveries of the same id count once. */
  events: string[];
  /** The first fault of the file; undefined if all of it decodes. */
  fault: string | undefined;
}

const mostStarts = 4;

/** Sound is mixed later than its picture: a recording that was killed within its first seconds may have none. */
const soundlessSeconds = 2.5;

/** A server with one recorder slot, a room with a participant, and a webhook receiver. */
export class RecordingServer {
  readonly lectern: LecternProcess;
  readonly group: TestGroup;
  readonly receiver: Receiver;
  #person: { inCall: InCall; group: TestGroup } | undefined;
  readonly #outcomes: RecordingOutcome[] = [];

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

  /** A client whose media server was killed may never learn that it left. */
  async #leave(): Promise<void> {
    const leaving = this.#person?.inCall.person.leave().catch(() => undefined);
    await Promise.race([leaving, pause(leaveMs, undefined, { ref: false })]);
  }

  /** Lets the present participant leave and a new one enter, with camera and microphone on. */
  async replaceParticipant(group: TestGroup = this.group): Promise<InCall> {
    await this.#leave();
    const inCall = await joinCall(this.lectern, group, { role: 'moderator' });
    this.#person = { inCall, group };
    await inCall.person.publish('camera');
    await inCall.person.publish('microphone');
    return inCall;
  }

  /** Keeps the participant who is in the call. A client may reconnect too long after a kill: then it is replaced. */
  async ensureParticipant(): Promise<InCall> {
    const { inCall, group } = this.#person ?? {};
    const isThere = inCall && group === this.group && inCall.person.endedBecause === undefined;
    return isThere && (await isPresent(group, inCall.id)) ? inCall : this.replaceParticipant();
  }

  /** Starts a recording once the last one has released the slot. */
  async startRecord(layout: RecordLayout = 'speaker'): Promise<string> {
    const ask = async () => {
      await this.ensureParticipant();
      return this.owner.startRecord({ ...this.group.at, body: { layout } });
    };
    return (await waitUntil(ask, { timeout: 40_000, interval: 200, message: 'a free recorder slot' })).id;
  }

  /** Retries when an overloaded machine had no picture in time. */
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

  /** Starts the server again, however long that takes. */
  async restart(): Promise<void> {
    const { lectern } = this;
    await lectern
      .start()
      .catch((error: unknown) =>
        waitUntil(() => isReady(lectern.url), { timeout: 90_000, message: String(error) }),
      );
  }

  getRecord(recordId: string, { at }: TestGroup = this.group): Promise<ReadRecord> {
    return this.owner.getRecord({ ...at, recordId });
  }

  async awaitPicture(recordId: string): Promise<ReadRecord> {
    const find = async () => {
      const record = await this.getRecord(recordId);
      return record.state !== 'new' ? record : undefined;
    };
    return waitUntil(find, {
      timeout: slowMachineMs,
      message: () => `a picture; ${this.#serverLog(recordId)}`,
    });
  }

  /** Reads the row, which outlives its room. */
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

  /** Resolves when the nodes report free space that fulfils the condition. */
  async awaitFreeBytes(as: (bytes: number) => boolean): Promise<void> {
    const database = await databaseOf(this.lectern);
    const isSo = async () => {
      const { rows } = await database.pool.query<{ free: string }>('SELECT free_bytes AS free FROM nodes');
      return rows.every(({ free }) => as(Number(free)));
    };
    await waitUntil(isSo, { timeout: 20_000, message: 'the nodes to report their free space' }).finally(
      database.close,
    );
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

  /** Names of the record's events, one for each delivery. */
  events(recordId: string): string[] {
    const byId = new Map<string, string>();
    for (const { headers, body } of this.receiver.received) {
      const event = JSON.parse(body).body;
      const id = String(headers['webhook-id']);
      if (event.recordId === recordId && !byId.has(id)) byId.set(id, event.eventName);
    }
    return [...byId.values()];
  }

  /** Waits until the record has ended, its event was delivered, and this node has no files or processes of it. */
  async awaitOutcome(recordId: string, timeout = 150_000): Promise<RecordingOutcome> {
    const isEnd = (state: string): state is RecordEnd => recordEnds.some((end) => end === state);
    const row = await waitUntil(
      async () => {
        const found = await this.recordRow(recordId);
        return isEnd(found.state) ? { ...found, state: found.state } : undefined;
      },
      { timeout, interval: 200, message: () => `the end of ${recordId}; ${this.#serverLog(recordId)}` },
    );
    await waitUntil(() => this.events(recordId).includes(eventOf[row.state]), {
      timeout: slowMachineMs,
      message: () => `${eventOf[row.state]} of ${recordId}; received: ${this.events(recordId)}`,
    });
    await waitUntil(() => !this.folders().includes(recordId) && this.recorders(recordId).length === 0, {
      timeout: slowMachineMs,
      message: `the folder of ${recordId} to be gone`,
    });
    const fault = row.state === 'finished' ? await this.#faultOf(recordId) : undefined;
    const { state, failure, is_partial: isPartial, duration } = row;
    const outcome = { recordId, state, failure, isPartial, duration, events: this.events(recordId), fault };
    this.#outcomes.push(outcome);
    return outcome;
  }

  /** One sentence for each recording with further events after its end. */
  findLateEvents(): string[] {
    return this.#outcomes
      .map(({ recordId, events }) => ({ recordId, more: this.events(recordId).slice(events.length) }))
      .filter(({ more }) => more.length > 0)
      .map(({ recordId, more }) => `${recordId}: events after its end: ${more.join(', ')}`);
  }

  async #faultOf(recordId: string): Promise<string | undefined> {
    const path = join(this.lectern.dataDir, `${recordId}.mp4`);
    try {
      const address = await this.owner.downloadRecord({ ...this.group.at, recordId });
      const response = await fetch(address);
      if (!response.ok) return `the download responds ${response.status}`;
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
        return `it ends at ${last} s, but its duration is ${duration}`;
      return response.headers.get('content-length') === String(fileSize)
        ? undefined
        : 'the file size differs from fileSize';
    } catch (error) {
      return String((error as Error)?.stack ?? error);
    } finally {
      rmSync(path, { force: true });
    }
  }

  #serverLog(recordId: string): string {
    const mine = this.lectern
      .output()
      .split('\n')
      .filter((line) => line.includes(recordId) || line.includes('"level":50'));
    return `server log:\n${mine.slice(-12).join('\n')}`;
  }

  async close(): Promise<void> {
    await this.#leave();
    await this.receiver.close();
    await this.lectern.remove();
  }
}

/** One sentence for each difference between the outcome and what was expected. */
export function faultsOf(
  outcome: RecordingOutcome,
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
  if (state === 'finished' && others.length !== 1) faults.push('it finished without a start event');
  if (fault) faults.push(`the file: ${fault}`);
  return faults.map((text) => `${outcome.recordId}: ${text}`);
}
