import { SignJWT } from 'jose';
import { now, ticks } from '../../platform/clock.ts';
import { randomToken } from '../../platform/crypto.ts';
import { Unstartable } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { reasonOf } from '../../platform/process/reasons.ts';
import { ApiFault, CentrifugoApi } from './centrifugo/api.ts';
import { HandOver } from './centrifugo/hand-over.ts';
import type { Positions } from './centrifugo/positions.store.ts';
import { hashRights, Rights } from './centrifugo/rights.ts';
import { createLimiter } from './hub/channels/limiter.ts';
import { type Presence, type SocketEngine, type SocketSource, socketPath } from './socket.ts';

/** How often tops, rights and failed calls are checked. */
const roundMs = 2000;
/** Centrifugo accepts tokens for a little longer than their expiry says. */
const graceMs = 30_000;
/** How many database connections hand-overs and checks of rights may use at once. */
const mostHandOvers = 6;
const mostChecks = 4;
/** Unnumbered events that may wait for one channel. */
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

/** @throws Unstartable if it does not answer, or is not configured for Lectern */
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

/** The operator's Centrifugo in place of our hub (docs/decisions/0007): clients connect to it, nodes call its API. */
export class CentrifugoEngine implements SocketEngine {
  readonly url: string;
  readonly #parts: CentrifugoParts;
  readonly #api: CentrifugoApi;
  readonly #key: Uint8Array;
  /** The channels that a valid token of ours may subscribe to, and the tick until which one may exist. */
  readonly #active = new Map<string, number>();
  readonly #toForget = new Set<string>();
  /** The last unnumbered event of each channel: the next one waits for it, so that they stay in order. */
  readonly #publishing = new Map<string, { last: Promise<void>; count: number }>();
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
      timer: setInterval(() => this.#startRound(), roundMs),
    };
    this.#running.timer.unref();
  }

  async serverId(): Promise<undefined> {
    await this.#api.connections();
  }

  attach(): void {
    // The clients of Centrifugo do not connect to this server.
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    clearInterval(this.#running.timer);
    await this.#round;
    await this.#running.handOver.end();
    await Promise.all([...this.#publishing.values()].map(({ last }) => last));
  }

  async issueToken(userId: string): Promise<string> {
    const standing = (await this.#running?.source.standingsOf([userId]))?.get(userId);
    const { tokenSeconds } = this.#parts;
    const issuedAt = Math.floor(now().getTime() / 1000);
    const subs: Record<string, unknown> = {};
    if (standing) {
      for (const channel of standing.channels) {
        subs[channel] = {};
        this.#markActive(channel);
      }
      subs[standing.personal] = { info: { rights: hashRights(standing) } };
    }
    return new SignJWT({ subs, ...(standing?.info !== undefined && { info: standing.info }) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(userId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenSeconds)
      .setJti(randomToken(12))
      .sign(this.#key);
  }

  #markActive(channel: string): void {
    this.#active.set(channel, ticks() + this.#parts.tokenSeconds * 1000 + graceMs);
  }

  publish(channel: string, entry: { seq: number; data: string; epoch: string }): void {
    this.#markActive(channel);
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
    const queue = this.#publishing.get(channel) ?? { last: Promise.resolve(), count: 0 };
    // Centrifugo is not answering: an unnumbered event that would wait this long is outdated.
    if (queue.count >= mostWaiting) return;
    queue.count += 1;
    queue.last = queue.last
      .then(() => this.#api.tell(channel, data))
      .catch((error: unknown) => this.#parts.log.debug({ err: error, channel }, 'Centrifugo took no event'))
      .finally(() => {
        queue.count -= 1;
        if (queue.count === 0) this.#publishing.delete(channel);
      });
    this.#publishing.set(channel, queue);
  }

  pass(channel: string, data: string): void {
    this.tell(channel, data);
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

  #startRound(): void {
    this.#round = this.#round.then(() => this.#runRound());
  }

  /** Completes what a node left undone that died between its commit and its hand-over. */
  async #runRound(): Promise<void> {
    if (!this.#running) return;
    const { source, handOver, rights } = this.#running;
    const steps = [
      this.#catchUpAll(source, handOver),
      rights.round(),
      ...[...this.#toForget].map((channel) => this.#forgetNow(channel)),
      this.#api.connections().then((count) => {
        this.#connections = count;
      }),
    ];
    await Promise.allSettled(steps);
  }

  async #catchUpAll(source: SocketSource, handOver: HandOver): Promise<void> {
    for (const [channel, until] of this.#active) if (until < ticks()) this.#active.delete(channel);
    // Includes channels that only other nodes handed over, since one of those may have died.
    const positions = await this.#parts.positions.lately(this.#parts.tokenSeconds, [...this.#active.keys()]);
    const channels = new Set([...this.#active.keys(), ...positions.keys()]);
    if (channels.size === 0) return;
    const tops = await source.tops([...channels]);
    for (const [channel, top] of tops) if (top > (positions.get(channel) ?? 0)) handOver.catchUp(channel);
  }
}
