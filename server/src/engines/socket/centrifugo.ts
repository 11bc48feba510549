import { SignJWT } from 'jose';
import { now, ticks } from '../../platform/clock.ts';
import { randomToken } from '../../platform/crypto.ts';
import { Unstartable } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { reasonOf } from '../../platform/process/reasons.ts';
import { ApiFault, CentrifugoApi } from './centrifugo/api.ts';
import { HandOver } from './centrifugo/hand-over.ts';
import type { Positions } from './centrifugo/positions.store.ts';
import { Rights, rightsOf } from './centrifugo/rights.ts';
import { createLimiter } from './hub/channels/limiter.ts';
import { type Presence, type SocketEngine, type SocketSource, socketPath } from './socket.ts';

/** How often tops, rights and what failed are looked at. */
const roundMs = 2000;
/** Tokens are good for a little longer than they say. */
const graceMs = 30_000;
/** Of the database's connections, what is kept busy by hand-overs and by rights. */
const mostHandOvers = 6;
const mostChecks = 4;
/** Of news for one channel. */
const mostWaiting = 50;

export interface CentrifugoParts {
  url: URL;
  apiKey: string;
  tokenSecret: string;
  tokenSeconds: number;
  positions: Positions;
  log: Logger;
}

interface Running {
  source: SocketSource;
  handOver: HandOver;
  rights: Rights;
  timer: NodeJS.Timeout;
}

/** @throws Unstartable where it does not answer, or is not set up for us */
export async function checkCentrifugo(url: URL, key: string): Promise<undefined> {
  const api = new CentrifugoApi({ url, key });
  try {
    await api.streamOf('chat:0');
    await api.presence('chat:0');
    await api.presence('user:0');
  } catch (error) {
    const why =
      error instanceof ApiFault && error.code !== 401
        ? `is not set up as docs/operators/nodes.md says (${error.message}). Correct its configuration.`
        : `cannot be used: ${reasonOf((error as Error).cause ?? error)}. Start it, or correct the address and its key.`;
    throw new Unstartable(`The Centrifugo of CENTRIFUGO_URL (${url.host}) ${why}`);
  }
}

/** The operator's Centrifugo in place of our hub (docs/decisions/0007): clients connect to it, we speak to its HTTP API. */
export class CentrifugoEngine implements SocketEngine {
  readonly url: string;
  readonly #parts: CentrifugoParts;
  readonly #api: CentrifugoApi;
  readonly #key: Uint8Array;
  /** The channels that somebody may listen to through a token of ours, and until when. */
  readonly #carried = new Map<string, number>();
  readonly #toForget = new Set<string>();
  /** What was told last, by channel: the next word waits for it, so that they stay in order. */
  readonly #telling = new Map<string, { last: Promise<void>; count: number }>();
  #connections = 0;
  #running: Running | undefined;
  #round: Promise<void> = Promise.resolve();

  constructor(parts: CentrifugoParts) {
    this.#parts = parts;
    this.#api = new CentrifugoApi({ url: parts.url, key: parts.apiKey });
    this.#key = new TextEncoder().encode(parts.tokenSecret);
    this.url = `${parts.url.href.replace(/^http/, 'ws').replace(/\/$/, '')}${socketPath}`;
  }

  async start(source: SocketSource): Promise<void> {
    const { positions, log, tokenSeconds } = this.#parts;
    const api = this.#api;
    const limit = createLimiter(mostHandOvers);
    this.#running = {
      source,
      handOver: new HandOver({ api, positions, source, limit, log }),
      rights: new Rights({
        api,
        source,
        watchMs: tokenSeconds * 1000 + graceMs,
        limit: createLimiter(mostChecks),
      }),
      timer: setInterval(() => this.#look(), roundMs),
    };
    this.#running.timer.unref();
  }

  async serverId(): Promise<undefined> {
    await this.#api.connections();
  }

  attach(): void {
    // Its clients do not come to this server.
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    clearInterval(this.#running.timer);
    await this.#round;
    await this.#running.handOver.end();
    await Promise.all([...this.#telling.values()].map(({ last }) => last));
  }

  async issueToken(userId: string): Promise<string> {
    const standing = await this.#running?.source.standingOf(userId);
    const { tokenSeconds } = this.#parts;
    const issuedAt = Math.floor(now().getTime() / 1000);
    const subs: Record<string, unknown> = {};
    if (standing) {
      for (const channel of standing.channels) {
        subs[channel] = {};
        this.#carry(channel);
      }
      subs[standing.personal] = { info: { rights: rightsOf(standing) } };
    }
    return new SignJWT({ subs, ...(standing?.info !== undefined && { info: standing.info }) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(userId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenSeconds)
      .setJti(randomToken(12))
      .sign(this.#key);
  }

  #carry(channel: string): void {
    this.#carried.set(channel, ticks() + this.#parts.tokenSeconds * 1000 + graceMs);
  }

  publish(channel: string, entry: { seq: number; data: string; epoch: string }): void {
    this.#carry(channel);
    this.#running?.handOver.publish(channel, entry);
  }

  forget(channel: string): void {
    this.#toForget.add(channel);
    this.#forgetNow(channel).catch(() => undefined);
  }

  async #forgetNow(channel: string): Promise<void> {
    await this.#api.forget(channel);
    this.#toForget.delete(channel);
  }

  tell(channel: string, data: string): void {
    const line = this.#telling.get(channel) ?? { last: Promise.resolve(), count: 0 };
    // News that wait so long behind a silent Centrifugo are none any more.
    if (line.count >= mostWaiting) return;
    line.count += 1;
    line.last = line.last
      .then(() => this.#api.tell(channel, data))
      .catch((error: unknown) => this.#parts.log.debug({ err: error }, 'somebody was not told'))
      .finally(() => {
        line.count -= 1;
        if (line.count === 0) this.#telling.delete(channel);
      });
    this.#telling.set(channel, line);
  }

  recheck(userIds: string[]): void {
    this.#running?.rights.recheck(userIds);
  }

  async presence(channel: string): Promise<Presence> {
    const clients = await this.#api.presence(channel);
    return Object.fromEntries(clients.map(({ chan_info: _, ...client }) => [client.client, client]));
  }

  connections(): number {
    return this.#connections;
  }

  #look(): void {
    this.#round = this.#round.then(() => this.#lookOnce());
  }

  /** What a node left undone that died between its commit and its hand-over is done by whoever looks next. */
  async #lookOnce(): Promise<void> {
    if (!this.#running) return;
    const { source, handOver, rights } = this.#running;
    const steps = [
      this.#bringAll(source, handOver),
      rights.round(),
      ...[...this.#toForget].map((channel) => this.#forgetNow(channel)),
      this.#api.connections().then((count) => {
        this.#connections = count;
      }),
    ];
    await Promise.allSettled(steps);
  }

  async #bringAll(source: SocketSource, handOver: HandOver): Promise<void> {
    for (const [channel, until] of this.#carried) if (until < ticks()) this.#carried.delete(channel);
    // Also what only other nodes carried, one of which may be dead.
    const places = await this.#parts.positions.lately(this.#parts.tokenSeconds, [...this.#carried.keys()]);
    const channels = new Set([...this.#carried.keys(), ...places.keys()]);
    if (channels.size === 0) return;
    const tops = await source.tops([...channels]);
    for (const [channel, top] of tops) if (top > (places.get(channel) ?? 0)) handOver.bring(channel);
  }
}
