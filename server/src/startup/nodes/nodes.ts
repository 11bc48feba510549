import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { RecorderEngine } from '../../engines/recorder/recorder.ts';
import type { SpeechCheck } from '../../engines/speech/speech.ts';
import { ticks } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/concurrency/deadline.ts';
import { type Repeating, repeat } from '../../platform/concurrency/repeat.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DiskSpace } from '../../platform/disk/space.ts';
import { Unstartable } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { findInstallation } from '../installation.store.ts';
import { NodeDrain } from './draining.ts';
import { differenceOfUrl, faultsBetween, type SharedSettings, sharedSettingsOf } from './shared-settings.ts';
import {
  type EnteringNode,
  endStuckTransactions,
  enterNode,
  isServedByOthers,
  type JoinedBy,
  keepNode,
  type NodeRow,
  removeNode,
  touchNode,
} from './store.ts';

export const timings = { heartbeatMs: 5000 };
/** While this node stops: how long the database may take to report other nodes. */
export const askMs = 1_500;

const joinedBy = (config: Config): JoinedBy => {
  if (config.CENTRIFUGO_URL) return 'centrifugo';
  return config.REDIS_URL ? 'redis' : null;
};

const storageOf = ({ S3_ENDPOINT: endpoint, S3_BUCKET: bucket }: Config): string | null =>
  endpoint && bucket ? `${endpoint.host}/${bucket}` : null;

/** Whether the node publishes events at once. A recorder does not: what it has to say is also in the table. */
const publishesEvents = ({ roles }: NodeRow): boolean => roles.includes('api') || roles.includes('jobs');

/** Events of one node reach the other's sockets only if both use the same means. */
const isNotJoined = (node: NodeRow, other: NodeRow): boolean =>
  publishesEvents(node) &&
  publishesEvents(other) &&
  (node.joinedBy === null || other.joinedBy !== node.joinedBy);

/** Every node must find the files that another one stored. */
const usesOtherStorage = (node: NodeRow, other: NodeRow): boolean =>
  node.storage === null || other.storage !== node.storage;

const means = { redis: 'REDIS_URL', centrifugo: 'CENTRIFUGO_URL' };
const named = (by: JoinedBy) => (by ? `has ${means[by]}` : 'has neither REDIS_URL nor CENTRIFUGO_URL');
const kept = (storage: string | null) =>
  storage ? `in the bucket ${storage}` : 'in a folder of its machine';

/** Why these two nodes cannot run together: one reason for each setting. */
function faultsOf(node: NodeRow, other: NodeRow): string[] {
  const faults: string[] = [];
  if (isNotJoined(node, other))
    faults.push(`it ${named(other.joinedBy)}, and this one ${named(node.joinedBy)}`);
  if (usesOtherStorage(node, other)) {
    faults.push(
      `it keeps its files ${kept(other.storage)} (S3_ENDPOINT, S3_BUCKET), and this one ${kept(node.storage)}`,
    );
  }
  if (node.settings && other.settings) faults.push(...faultsBetween(node.settings, other.settings));
  return faults;
}

const nameOf = ({ id, name }: NodeRow): string => (name ? `${id} on ${name}` : id);

const sentenceFor = (node: NodeRow, other: NodeRow): string =>
  `Another node (${nameOf(other)}) works on this database: ${faultsOf(node, other).join('; ')}. ` +
  'Several nodes need the same settings (docs/operators/nodes.md): set them everywhere, or stop the other node first.';

export interface MembershipParts {
  db: Db;
  config: Config;
  /** Stored in the data folder, so that a killed node replaces its own entry at once. */
  id: string;
  recorder: Pick<RecorderEngine, 'places' | 'freeBytes'>;
  space: Pick<DiskSpace, 'unreserved'>;
  speech: Pick<SpeechCheck, 'state'> | undefined;
  /** The run id of the Redis that joins the nodes; undefined if there is none or it does not report one. */
  redisRun: () => Promise<string | undefined>;
  interrupted: AbortSignal;
  /** Called once, when the node was drained: it may exit. */
  onDrained: () => void;
  log: Logger;
}

/** Longer than a heartbeat, and longer than a silent node stays listed. */
const confirmMs = 20_000;
const lookAgainMs = 500;

/** The recordings may have a disk of their own. @returns null if a disk does not respond */
const leastOf = (...free: Promise<number>[]): Promise<number | null> =>
  Promise.all(free).then(
    (bytes) => Math.min(...bytes),
    () => null,
  );

/** This node's entry in the table of nodes. */
export class Membership {
  readonly #parts: MembershipParts;
  #settings: SharedSettings | null = null;
  readonly #draining: NodeDrain;
  #hasOthers = false;
  readonly #differing = new Set<string>();
  #beating: Repeating | undefined;

  constructor(parts: MembershipParts) {
    this.#parts = parts;
    const { db, config, id, onDrained, log } = parts;
    const hasOwnMedia = config.LIVEKIT_URL === undefined;
    this.#draining = new NodeDrain({ db, id, hasOwnMedia, onDrained, log });
  }

  /** The node as it is now. */
  async #current(): Promise<EnteringNode> {
    const { config, id, recorder, space, speech, redisRun } = this.#parts;
    const { redis = null } = this.#settings ?? {};
    // A restarted Redis has another run id; while Redis is away, the last one counts.
    if (redis) redis.run = await redisRun().catch(() => redis.run);
    return {
      id,
      joinedBy: joinedBy(config),
      roles: config.LECTERN_ROLES,
      storage: storageOf(config),
      name: `${hostname()}:${config.PORT}`,
      settings: this.#settings,
      recorderPlaces: recorder.places,
      freeBytes: await leastOf(recorder.freeBytes(), space.unreserved()),
      speech: speech?.state ?? null,
      // A start is no longer drained, an entry that is restored after an outage is.
      drainingAt: this.#draining.since,
    };
  }

  /**
   * Refuses the start because of another node only after its next heartbeat: it may have died, or its Redis may have
   * been restarted.
   */
  async enter(): Promise<void> {
    const { db, config, log, interrupted } = this.#parts;
    const installation = await findInstallation(db);
    if (installation === undefined) return;
    this.#settings = await sharedSettingsOf(config, installation.id);
    const firstSeen = new Map<string, string>();
    for (const until = ticks() + confirmMs; ; await pause(lookAgainMs, undefined, { signal: interrupted })) {
      const node = await this.#current();
      const other = await enterNode(db, node, (candidate) => this.#isInTheWay(node, candidate));
      if (!other) return;
      const seenAt = firstSeen.get(other.id);
      if ((seenAt !== undefined && seenAt !== other.seenAt) || ticks() > until) {
        throw new Unstartable(sentenceFor(node, other));
      }
      if (seenAt === undefined) {
        log.info({ nodeId: other.id }, 'another node has other settings: waiting for its next heartbeat');
        firstSeen.set(other.id, other.seenAt);
      }
    }
  }

  #isInTheWay(node: NodeRow, other: NodeRow): boolean {
    const difference = node.settings && other.settings && differenceOfUrl(node.settings, other.settings);
    if (difference && !this.#differing.has(other.id)) {
      this.#differing.add(other.id);
      this.#parts.log.warn(
        { nodeId: other.id, difference },
        'another node has another LECTERN_URL: links and emails lead to either. Set the same on all nodes',
      );
    }
    return faultsOf(node, other).length > 0;
  }

  /** Keeps the entry alive while the tables may be those of an older version. */
  keep(): void {
    this.#repeat(() => keepNode(this.#parts.db, this.#parts.id));
  }

  /** Call after the migration: writes the whole entry and starts the heartbeat. */
  async migrated(): Promise<void> {
    await this.#beating?.stop();
    await this.enter();
    await this.#askForOthers();
    this.#repeat(() => this.#beat());
  }

  #repeat(beat: () => Promise<void>): void {
    const what = 'the heartbeat of this node';
    const everyMs = timings.heartbeatMs;
    this.#beating = repeat({ what, everyMs, firstAfterMs: everyMs, log: this.#parts.log }, beat);
  }

  /** Inserts the node again if it was not seen for a while, for example because the database was away. */
  async #beat(): Promise<void> {
    const { db, log } = this.#parts;
    const current = await this.#current();
    const stuck = await endStuckTransactions(db);
    if (stuck > 0)
      log.warn(
        { stuck },
        'ended transactions of a frozen node that blocked others. Check the node that does not respond',
      );
    const kept = await touchNode(db, current);
    await this.#askForOthers();
    if (kept) return this.#draining.look(kept.drainingAt);
    const other = await enterNode(db, current, (candidate) => faultsOf(current, candidate).length > 0);
    if (other) log.error({ nodeId: other.id }, sentenceFor(current, other));
  }

  async #askForOthers(): Promise<boolean> {
    this.#hasOthers = await isServedByOthers(this.#parts.db, this.#parts.id);
    return this.#hasOthers;
  }

  /** Whether other nodes serve people; the result of the last heartbeat if the database is slow or away. */
  hasOthers(): Promise<boolean> {
    return withDeadline(this.#askForOthers(), askMs, 'the list of nodes').catch(() => this.#hasOthers);
  }

  async leave(): Promise<void> {
    await this.#beating?.stop();
    await removeNode(this.#parts.db, this.#parts.id);
  }
}

/**
 * Adds this node to the table of nodes, before the migration if the table exists, and keeps the entry alive
 * (docs/decisions/0028).
 */
export async function joinNodes(parts: MembershipParts): Promise<Membership> {
  const member = new Membership(parts);
  await member.enter();
  member.keep();
  return member;
}
