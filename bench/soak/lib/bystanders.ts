import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Room, RoomEvent } from '@livekit/rtc-node';
import { createClient } from '../../../contract/client/index.ts';
import { checkedFetch } from '../../../server/testing/answers/checked-fetch.ts';
import { databaseOf } from '../../../server/testing/database.ts';
import type { LecternProcess } from '../../../server/testing/lectern.ts';
import { type InCall, joinCall } from '../../../server/testing/people/meeting.ts';
import { faultsOf, RecordingServer } from '../../../server/testing/records/recording-server.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { Ledger } from './chat-ledger.ts';
import { ChatPerson } from './chat-person.ts';
import { brokenInChat, judgeChat, nothingBrokenInChat } from './chat-verdict.ts';
import { forwardFrom } from './forward.ts';
import { longestPausesIn } from './recording-pauses.ts';

/** Honest clients use this address; attackers use 127.0.0.1. */
const honestAddress = '127.0.0.9';
const probePauseMs = 100;
const newcomerPauseMs = 15_000;
const megabyte = 1024 * 1024;

export interface Findings {
  /** Descriptions of disturbances. */
  faults: string[];
  /** Milliseconds of `GET /healthz` while the attacks ran. */
  healthMs: number[];
  /** Milliseconds from the request for a link until the new participant is in the call. */
  entryMs: number[];
  messages: number;
  /** Resident memory of the server in MB, sampled while the attacks ran. */
  memory: { first: number; most: number; last: number };
  recordedSeconds: number;
  /** Longest gaps in the recording's sound and between its pictures, in seconds. */
  longestSilence: number;
  longestStill: number;
}

/** The same server, reached through another address. */
const through = (lectern: LecternProcess, url: string): LecternProcess => ({
  ...lectern,
  url,
  client: (token) => createClient({ baseUrl: url, token, fetch: checkedFetch }),
});

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024) / megabyte;
}

/** Lines of the server's log with level 50 or 60: a failed request or worse. */
const errorLines = (output: string): string[] =>
  output.split('\n').filter((line) => /"level":(50|60)/.test(line));

/**
 * Two people in a call, a chat between two others, a recording and a webhook receiver on one server, which must
 * continue undisturbed during attacks.
 */
export class Bystanders {
  readonly server: RecordingServer;
  readonly #forward: Awaited<ReturnType<typeof forwardFrom>>;
  readonly #lectern: LecternProcess;
  readonly #interruptions: string[] = [];
  readonly #writers: ChatPerson[] = [];
  readonly #found = { healthMs: [] as number[], entryMs: [] as number[], memory: [] as number[] };
  readonly #stopping = new AbortController();
  #loops: Promise<unknown>[] = [];
  #listener: InCall | undefined;
  #recordId = '';
  #pid = 0;

  private constructor(server: RecordingServer, forward: Awaited<ReturnType<typeof forwardFrom>>) {
    this.server = server;
    this.#forward = forward;
    this.#lectern = through(server.lectern, forward.url);
  }

  static async start(settings: Record<string, string> = {}): Promise<Bystanders> {
    const server = await RecordingServer.start({
      // The limits of a real installation: attacks exceed them, honest people do not.
      LECTERN_RATE_LIMIT_PER_MINUTE: '',
      LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0',
      ...settings,
    });
    const forward = await forwardFrom(honestAddress, server.lectern.ports.http);
    const bystanders = new Bystanders(server, forward);
    try {
      await bystanders.#begin();
      return bystanders;
    } catch (error) {
      await bystanders.close();
      throw error;
    }
  }

  async #begin(): Promise<void> {
    const { server } = this;
    this.#pid = server.lectern.pid();
    this.#recordId = await server.startAndAwaitPicture();
    const speaker = await server.ensureParticipant();
    this.#listener = await joinCall(this.#lectern, server.group);
    this.#watch('the speaker', speaker.person.room);
    this.#watch('the listener', this.#listener.person.room);
    await this.#beginChat();
    this.#loops = [this.#probe(), this.#welcomeNewcomers()];
  }

  #watch(who: string, room: Room): void {
    for (const event of [RoomEvent.Reconnecting, RoomEvent.Disconnected] as const) {
      room.on(event, () => {
        if (!this.#stopping.signal.aborted) this.#interruptions.push(`${who}: ${event}`);
      });
    }
  }

  async #beginChat(): Promise<void> {
    const { group } = this.server;
    const ledger = new Ledger();
    for (const name of ['Writer 1', 'Writer 2']) {
      const { access_token: session } = await this.#lectern.client().createParticipant({
        spaceId: group.spaceId,
        body: { roomId: group.room.id, clientUniqueId: name, name },
      });
      // A constant instead of a random number: a message each 150 ms, and no dropped connection.
      const common = { channelId: group.room.channelId, chance: () => 0.5, ledger };
      this.#writers.push(new ChatPerson({ ...common, name, session, urls: [this.#lectern.url] }));
    }
    await Promise.all(this.#writers.map((writer) => writer.begin()));
  }

  async #until(ms: number): Promise<boolean> {
    await pause(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    return !this.#stopping.signal.aborted;
  }

  async #probe(): Promise<void> {
    while (await this.#until(probePauseMs)) {
      const began = performance.now();
      try {
        const response = await fetch(`${this.#lectern.url}/healthz`, { signal: AbortSignal.timeout(10_000) });
        if (!response.ok) this.#interruptions.push(`/healthz answered ${response.status}`);
        this.#found.healthMs.push(performance.now() - began);
        this.#found.memory.push(residentMegabytes(this.#pid));
      } catch (error) {
        this.#interruptions.push(`/healthz: ${String(error)}`);
      }
    }
  }

  /** A person enters by a new link, joins the call and leaves, to show that honest people can still enter. */
  async #welcomeNewcomers(): Promise<void> {
    while (await this.#until(newcomerPauseMs)) {
      const began = performance.now();
      try {
        const newcomer = await joinCall(this.#lectern, this.server.group);
        this.#found.entryMs.push(performance.now() - began);
        await newcomer.person.leave();
      } catch (error) {
        this.#interruptions.push(`a newcomer: ${String(error)}`);
      }
    }
  }

  /** Ends the work in order and compares its outcome with the expectation. */
  async finish(): Promise<Findings> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    const faults = [...this.#interruptions];
    if (this.server.lectern.pid() !== this.#pid || !isAlive(this.#pid))
      faults.push('the server process ended');
    faults.push(...(await this.#chatFaults()));
    await this.#listener?.person.leave();
    const { faults: ofRecording, ...recording } = await this.#recordingFaults();
    faults.push(...ofRecording, ...(await this.#callFaults()));
    faults.push(...errorLines(this.server.lectern.output()).map((line) => `logged: ${line.slice(0, 400)}`));
    const { healthMs, entryMs, memory } = this.#found;
    return {
      faults,
      healthMs,
      entryMs,
      memory: { first: memory[0] ?? 0, most: Math.max(...memory), last: memory.at(-1) ?? 0 },
      messages: this.#writers.reduce((sum, { sent }) => sum + sent.length, 0),
      ...recording,
    };
  }

  async #chatFaults(): Promise<string[]> {
    await Promise.all(this.#writers.map((writer) => writer.finishWriting()));
    const database = await databaseOf(this.server.lectern);
    try {
      const { channelId } = this.server.group.room;
      const isCaughtUp = async () => {
        const { top } = await database.db
          .selectFrom('chat_channels')
          .select('top')
          .where('id', '=', channelId)
          .executeTakeFirstOrThrow();
        return this.#writers.every(({ seq }) => seq === Number(top));
      };
      await waitUntil(isCaughtUp, { timeout: 30_000, message: 'the chat to be read' }).catch(() => undefined);
      const verdict = await judgeChat({ db: database.db, channelId }, this.#writers);
      const wrong = Object.entries(brokenInChat(verdict)).filter(
        ([name, value]) =>
          JSON.stringify(value) !==
          JSON.stringify(nothingBrokenInChat[name as keyof typeof nothingBrokenInChat]),
      );
      const again = verdict.connections - this.#writers.length;
      return [
        ...wrong.map(([name, value]) => `the chat: ${name} is ${JSON.stringify(value)}`),
        ...(again > 0 ? [`the chat: ${again} connections were lost`] : []),
        ...(verdict.repeatedRequests > 0 ? [`the chat: ${verdict.repeatedRequests} requests failed`] : []),
      ];
    } finally {
      for (const writer of this.#writers) writer.leave();
      await database.close();
    }
  }

  async #recordingFaults() {
    const { server } = this;
    const recordId = this.#recordId;
    await server.owner.stopRecord(server.group.at);
    const outcome = await server.awaitOutcome(recordId, 600_000);
    const faults = faultsOf(outcome, { ends: ['finished'], isPartial: false });
    const path = join(server.lectern.dataDir, 'bystanders.mp4');
    const address = await server.owner.downloadRecord({ ...server.group.at, recordId });
    writeFileSync(path, Buffer.from(await (await fetch(address)).arrayBuffer()));
    try {
      return { faults, recordedSeconds: outcome.duration ?? 0, ...longestPausesIn(path) };
    } finally {
      rmSync(path);
    }
  }

  /** The call ends with its last participant; each of the call's events must have come exactly once. */
  async #callFaults(): Promise<string[]> {
    await (await this.server.ensureParticipant()).person.leave();
    const named = (name: string) =>
      new Set(
        this.server.receiver.received
          .filter(({ body }) => JSON.parse(body).body.eventName === name)
          .map(({ headers }) => headers['webhook-id']),
      ).size;
    await waitUntil(() => named('call_finished') > 0, { timeout: 60_000, message: 'call_finished' }).catch(
      () => undefined,
    );
    return ['call_started', 'record_started', 'record_finished', 'call_finished']
      .filter((name) => named(name) !== 1)
      .map((name) => `${name} came ${named(name)} times`);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    for (const writer of this.#writers) writer.leave();
    this.#forward.close();
    await this.server.close();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
