import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../../../contract/client/index.ts';
import { makeGroup, type TestGroup } from '../../../../server/testing/group.ts';
import { type Entered, enterBy, makeLink } from '../../../../server/testing/people/entering.ts';
import { connectToCall, type InCall } from '../../../../server/testing/people/meeting.ts';
import { type Receiver, startReceiver } from '../../../../server/testing/receivers/receiver.ts';
import { waitUntil } from '../../../../server/testing/wait.ts';
import { Ledger } from '../chat-ledger.ts';
import { ChatPerson } from '../chat-person.ts';
import type { Fleet } from './parts.ts';
import type { AllowedOutage } from './verdict.ts';

/** Whether the fleet is away, as opposed to refusing the request. */
const isAway = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 500 || error.status === 429 : error instanceof TypeError;

const retryMs = 300;

/** Repeats a request until there is an answer, as an integrator does. */
export async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      await pause(retryMs);
    }
  }
}

/** Undefined if the state of the room refuses it with one of these codes. */
const unless = <T>(codes: string[], ask: () => Promise<T>): Promise<T | undefined> =>
  insist(ask).catch((error: unknown) => {
    if (error instanceof ApiError && codes.includes(error.code)) return undefined;
    throw error;
  });

const recordMs = 18_000;

/** A page must leave a frozen node within this time, on a machine with little load. */
export const leaveMs = 8_000;
/** Messages that a node sent before it froze may arrive so much later. */
const stillOnTheWayMs = 2_000;

/** A person who stays in the call as a page does: joins again where the media client gave up. */
class Caller {
  inCall: InCall | undefined;
  readonly #group: TestGroup;
  readonly #entered: Entered;

  constructor(group: TestGroup, entered: Entered) {
    this.#group = group;
    this.#entered = entered;
  }

  get id(): string {
    return this.#entered.id;
  }

  async stay(): Promise<void> {
    if (this.inCall && this.inCall.person.endedBecause === undefined) return;
    this.inCall = await connectToCall(this.#group, this.#entered).catch(() => undefined);
    if (!this.inCall) return;
    const { person } = this.inCall;
    await person.publish('camera').catch(() => undefined);
    await person.publish('microphone').catch(() => undefined);
  }

  async leave(): Promise<void> {
    const leaving = this.inCall?.person.leave().catch(() => undefined);
    await Promise.race([leaving, pause(5_000, undefined, { ref: false })]);
  }
}

/** A call, its recordings, a chat, webhooks and an integrator's writes, all through the load balancer. */
export class FleetWork {
  readonly group: TestGroup;
  readonly receiver: Receiver;
  readonly writers: ChatPerson[] = [];
  /** Names of rooms whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  readonly faults: string[] = [];
  readonly healthMs: number[] = [];
  /** URLs of the nodes that are expected not to respond. */
  readonly struck = new Set<string>();
  /** Outages so far, each until the part was back. */
  readonly outages: AllowedOutage[] = [];
  /** Times until every page's socket was on a responding node. */
  readonly leftMs: number[] = [];
  recordings = 0;
  readonly #fleet: Fleet;
  readonly #callers: Caller[] = [];
  readonly #stopping = new AbortController();
  #loops: Promise<unknown>[] = [];

  private constructor(fleet: Fleet, group: TestGroup, receiver: Receiver) {
    this.#fleet = fleet;
    this.group = group;
    this.receiver = receiver;
  }

  static async start(fleet: Fleet): Promise<FleetWork> {
    const receiver = await startReceiver();
    const group = await makeGroup(fleet.lectern, { isRecordAllowed: true, isPublic: true });
    await group.owner.createWebhook({ spaceId: group.spaceId, body: { url: receiver.url } });
    const work = new FleetWork(fleet, group, receiver);
    await work.#begin();
    return work;
  }

  async #begin(): Promise<void> {
    const { lectern, apis } = this.#fleet;
    for (const role of ['moderator', 'user'] as const) {
      const url = await makeLink(this.group, { username: role, role });
      this.#callers.push(new Caller(this.group, await enterBy(lectern, this.group, { url })));
    }
    await Promise.all(this.#callers.map((caller) => caller.stay()));
    const ledger = new Ledger();
    for (const name of ['Writer 1', 'Writer 2', 'Writer 3', 'Writer 4']) {
      const { access_token: session } = await lectern.client().createParticipant({
        spaceId: this.group.spaceId,
        body: { roomId: this.group.room.id, clientUniqueId: name, name },
      });
      const common = { channelId: this.group.room.channelId, chance: () => 0.5, ledger };
      this.writers.push(new ChatPerson({ ...common, name, session, urls: [lectern.url] }));
    }
    await Promise.all(this.writers.map((writer) => writer.begin()));
    this.#loops = [
      ...this.#callers.map((caller) => this.#repeat('the call', 1_000, () => caller.stay())),
      this.#repeat('an integrator', 700, () => this.#write()),
      this.#repeat('a moderator', 1_000, () => this.#record()),
      ...apis.map(({ name, url }) => this.#repeat('', 500, () => this.#probe(name, url))),
    ];
  }

  /** Repeats `work` until the end; a refusal is a fault. */
  async #repeat(who: string, ms: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await work().catch((error: unknown) => this.#fault(`${who}: ${String(error)}`));
      await pause(ms, undefined, { signal }).catch(() => undefined);
    }
  }

  #fault(text: string): void {
    this.faults.push(text);
    console.log(`  fault: ${text}`);
  }

  async #write(): Promise<void> {
    const { owner, spaceId } = this.group;
    const name = `Room ${this.acknowledged.length + 1}`;
    await insist(() =>
      owner.createRoom(
        { spaceId, body: { name } },
        { idempotencyKey: `room-${this.acknowledged.length + 1}` },
      ),
    );
    this.acknowledged.push(name);
  }

  /** Records again and again; after a lost recorder the next recording begins. */
  async #record(): Promise<void> {
    const { owner, at } = this.group;
    const begun = await unless(['call_not_active', 'record_active', 'recorder_busy'], () =>
      owner.startRecord({ ...at, body: {} }),
    );
    if (begun) this.recordings += 1;
    const until = performance.now() + recordMs;
    const isOver = async () =>
      this.#stopping.signal.aborted ||
      performance.now() > until ||
      (await insist(() => owner.getActiveRecord(at))).record === null;
    await waitUntil(isOver, { timeout: 2 * recordMs, interval: 1_000, message: 'a recording' }).catch(
      () => undefined,
    );
    await unless(['record_not_active'], () => owner.stopRecord(at));
  }

  async #probe(name: string, url: string): Promise<void> {
    const wasStruck = this.struck.has(url);
    const began = performance.now();
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
      ({ status }) => String(status),
      (error: unknown) => String(error),
    );
    if (wasStruck || this.struck.has(url)) return;
    this.healthMs.push(performance.now() - began);
    if (answer !== '200') this.#fault(`/healthz of ${name}: ${answer}`);
  }

  get messages(): number {
    return this.writers.reduce((all, { sent }) => all + sent.length, 0);
  }

  /** Waits until the sockets of all pages have left the node that was just frozen. */
  async left(): Promise<void> {
    const began = performance.now();
    const areHeard = () => this.writers.every(({ heardAt }) => heardAt > began + stillOnTheWayMs);
    await waitUntil(areHeard, { timeout: 2 * leaveMs, message: 'every page to leave a frozen node' }).then(
      () => this.leftMs.push(performance.now() - began),
      (error: unknown) => this.#fault(String(error)),
    );
  }

  /** Waits until people can write again. */
  async recovered(): Promise<void> {
    const until = this.messages + 8;
    await waitUntil(() => this.messages >= until, { timeout: 60_000, message: 'messages to get through' });
  }

  /** The call must have its two people, each once; a person who lost it joins again, as a page does. */
  async comparePeople(): Promise<void> {
    const wanted = this.#callers.map(({ id }) => id).sort();
    let present: string[] = [];
    const isRight = async () => {
      await Promise.all(this.#callers.map((caller) => caller.stay()));
      const { items } = await insist(() => this.group.owner.listParticipants(this.group.at));
      present = items.map(({ id }) => id).sort();
      return present.join() === wanted.join();
    };
    await waitUntil(isRight, { timeout: 60_000, interval: 500, message: 'the people in the call' }).catch(
      () => this.#fault(`in the call are ${present}, not ${wanted}`),
    );
  }

  /** Ends in order, after comparing the people in the call. */
  async finish(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    await Promise.all(this.writers.map((writer) => writer.finishWriting()));
    await this.comparePeople();
    await unless(['record_not_active'], () => this.group.owner.stopRecord(this.group.at));
    await Promise.all(this.#callers.map((caller) => caller.leave()));
    const isOver = async () =>
      await insist(() => this.group.owner.getActiveCall(this.group.at)).then(
        () => false,
        (error: unknown) => error instanceof ApiError && error.code === 'call_not_active',
      );
    await waitUntil(isOver, { timeout: 90_000, interval: 500, message: 'the call to end' }).catch(() =>
      this.#fault('the call did not end'),
    );
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    for (const writer of this.writers) writer.leave();
    await Promise.all(this.#callers.map((caller) => caller.leave()));
    await this.receiver.close();
  }
}
