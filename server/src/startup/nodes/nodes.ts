import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { RecorderEngine } from '../../engines/recorder/recorder.ts';
import { ticks } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { Unstartable } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { type Repeating, repeat } from '../../platform/repeat.ts';
import { faultsBetween, type SharedSettings, sharedSettingsOf } from './shared-settings.ts';
import {
  type EnteringNode,
  endStuckTransactions,
  enterNode,
  installationIfAny,
  isServedByOthers,
  type JoinedBy,
  keepNode,
  type NodeRow,
  removeNode,
  touchNode,
} from './store.ts';

export const waits = { heartbeatMs: 5000 };
/** How long the database may take to tell whether there are other nodes, while this one stops. */
export const askMs = 1_500;

const joinedBy = (config: Config): JoinedBy => {
  if (config.CENTRIFUGO_URL) return 'centrifugo';
  return config.REDIS_URL ? 'redis' : null;
};

const storageOf = ({ S3_ENDPOINT: endpoint, S3_BUCKET: bucket }: Config): string | null =>
  endpoint && bucket ? `${endpoint.host}/${bucket}` : null;

/** A recorder says nothing to people that it does not write down, too; every other node needs to be heard at once. */
const speaks = ({ roles }: NodeRow): boolean => roles.includes('api') || roles.includes('jobs');

/** Two nodes hear of each other only by the same means: else what one of them says is lost on the other's people. */
const isUnheard = (node: NodeRow, other: NodeRow): boolean =>
  speaks(node) && speaks(other) && (node.joinedBy === null || other.joinedBy !== node.joinedBy);

/** All nodes have to find the files that one of them keeps. */
const keepsApart = (node: NodeRow, other: NodeRow): boolean =>
  node.storage === null || other.storage !== node.storage;

const means = { redis: 'REDIS_URL', centrifugo: 'CENTRIFUGO_URL' };
const named = (by: JoinedBy) => (by ? `has ${means[by]}` : 'has neither REDIS_URL nor CENTRIFUGO_URL');
const kept = (storage: string | null) =>
  storage ? `in the bucket ${storage}` : 'in a folder of its machine';

/** Why these two cannot work side by side, each reason with its settings. */
function faultsOf(node: NodeRow, other: NodeRow): string[] {
  const faults: string[] = [];
  if (isUnheard(node, other))
    faults.push(`it ${named(other.joinedBy)}, and this one ${named(node.joinedBy)}`);
  if (keepsApart(node, other)) {
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
  /** From the data folder: a node that was killed takes its own place again at once. */
  id: string;
  recorder: Pick<RecorderEngine, 'places' | 'freeBytes'>;
  /** Which Redis joins the nodes; undefined where there is none or it does not tell. */
  redisRun: () => Promise<string | undefined>;
  interrupted: AbortSignal;
  log: Logger;
}

export interface Membership {
  /** The tables are up to date: the entry is written whole, and kept so. */
  migrated(): Promise<void>;
  /** Do other nodes serve people now? As of the last heartbeat where the database is slow or away. */
  hasOthers(): Promise<boolean>;
  leave(): Promise<void>;
}

/** Longer than a heartbeat, and than the time after which a node that is silent is gone. */
const confirmMs = 20_000;
const lookAgainMs = 500;

/** This node among those of the database. */
class Member implements Membership {
  readonly #parts: MembershipParts;
  #settings: SharedSettings | null = null;
  #hasOthers = false;
  #beating: Repeating | undefined;

  constructor(parts: MembershipParts) {
    this.#parts = parts;
  }

  /** The node as it is now. */
  async #current(): Promise<EnteringNode> {
    const { config, id, recorder, redisRun } = this.#parts;
    const { redis = null } = this.#settings ?? {};
    // A Redis that was started again has another id; while it is away, the last one counts.
    if (redis) redis.run = await redisRun().catch(() => redis.run);
    return {
      id,
      joinedBy: joinedBy(config),
      roles: config.LECTERN_ROLES,
      storage: storageOf(config),
      name: `${hostname()}:${config.PORT}`,
      settings: this.#settings,
      recorderPlaces: recorder.places,
      freeBytes: await recorder.freeBytes().catch(() => null),
    };
  }

  /**
   * Refuses the start where another node is in the way, once that node's next heartbeat confirms it: it may have died, or
   * its Redis may have been started again since.
   */
  async enter(): Promise<void> {
    const { db, config, log, interrupted } = this.#parts;
    const installation = await installationIfAny(db);
    if (installation === undefined) return;
    this.#settings = await sharedSettingsOf(config, installation);
    const firstSeen = new Map<string, string>();
    for (const until = ticks() + confirmMs; ; await pause(lookAgainMs, undefined, { signal: interrupted })) {
      const node = await this.#current();
      const other = await enterNode(db, node, (candidate) => faultsOf(node, candidate).length > 0);
      if (!other) return;
      const seenAt = firstSeen.get(other.id);
      if ((seenAt !== undefined && seenAt !== other.seenAt) || ticks() > until) {
        throw new Unstartable(sentenceFor(node, other));
      }
      if (seenAt === undefined) {
        log.info({ node: other.id }, 'another node has other settings: waiting for its next heartbeat');
        firstSeen.set(other.id, other.seenAt);
      }
    }
  }

  /** Keeps the entry alive while the tables may be those of an older version. */
  keep(): void {
    this.#repeat(() => keepNode(this.#parts.db, this.#parts.id));
  }

  async migrated(): Promise<void> {
    await this.#beating?.stop();
    await this.enter();
    await this.#askForOthers();
    this.#repeat(() => this.#beat());
  }

  #repeat(beat: () => Promise<void>): void {
    const what = 'the heartbeat of this node';
    const everyMs = waits.heartbeatMs;
    this.#beating = repeat({ what, everyMs, firstAfterMs: everyMs, log: this.#parts.log }, beat);
  }

  /** A node that could not be seen for a while (the database was away) may have been taken for gone: it enters anew. */
  async #beat(): Promise<void> {
    const { db, log } = this.#parts;
    const current = await this.#current();
    const stuck = await endStuckTransactions(db);
    if (stuck > 0) log.warn({ stuck }, 'ended transactions of a node that froze and held locks');
    const isKept = await touchNode(db, current);
    await this.#askForOthers();
    if (isKept) return;
    const other = await enterNode(db, current, (candidate) => faultsOf(current, candidate).length > 0);
    if (other) log.error({ node: other.id }, sentenceFor(current, other));
  }

  async #askForOthers(): Promise<boolean> {
    this.#hasOthers = await isServedByOthers(this.#parts.db, this.#parts.id);
    return this.#hasOthers;
  }

  hasOthers(): Promise<boolean> {
    return withDeadline(this.#askForOthers(), askMs, 'the list of nodes').catch(() => this.#hasOthers);
  }

  async leave(): Promise<void> {
    await this.#beating?.stop();
    await removeNode(this.#parts.db, this.#parts.id);
  }
}

/** Enters this node among those of the database, before a migration where there are tables, and keeps it there. */
export async function joinNodes(parts: MembershipParts): Promise<Membership> {
  const member = new Member(parts);
  await member.enter();
  member.keep();
  return member;
}
