import type { Config } from '../config.ts';
import type { RecorderEngine } from '../engines/recorder/recorder.ts';
import type { Db } from '../platform/db/db.ts';
import { isDatabaseAway } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import {
  endStuckTransactions,
  enterNode,
  isServedByOthers,
  type JoinedBy,
  type NodeRow,
  removeNode,
  touchNode,
} from './nodes.store.ts';

const heartbeatMs = 5000;

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

/** What one of them keeps, the other has to find. */
const keepsApart = (node: NodeRow, other: NodeRow): boolean =>
  node.storage === null || other.storage !== node.storage;

const isInTheWayOf =
  (node: NodeRow) =>
  (other: NodeRow): boolean =>
    isUnheard(node, other) || keepsApart(node, other);

const means = { redis: 'REDIS_URL', centrifugo: 'CENTRIFUGO_URL' };

function sentenceFor(node: NodeRow, other: NodeRow): string {
  const end = 'set it everywhere; or stop the other node first (a killed one counts as running for 15 s).';
  const works = `Another node (${other.id}) works on this database:`;
  if (isUnheard(node, other)) {
    const named = (by: JoinedBy) => (by ? `has ${means[by]}` : 'has neither REDIS_URL nor CENTRIFUGO_URL');
    return (
      `${works} it ${named(other.joinedBy)}, and this one ${named(node.joinedBy)}. ` +
      `Several nodes need the same REDIS_URL (or the same Centrifugo), all of them: ${end}`
    );
  }
  const kept = (storage: string | null) =>
    storage ? `in the bucket ${storage}` : 'in a folder of its machine';
  return (
    `${works} it keeps its files ${kept(other.storage)}, and this one ${kept(node.storage)}. ` +
    `Several nodes need the same S3_ENDPOINT and S3_BUCKET, all of them: ${end}`
  );
}

export interface MembershipParts {
  db: Db;
  config: Config;
  /** From the data folder: a node that was killed takes its own place again at once. */
  id: string;
  recorder: Pick<RecorderEngine, 'places' | 'freeBytes'>;
  log: Logger;
}

export interface Membership {
  /** Do other nodes serve people now? */
  hasOthers(): Promise<boolean>;
  leave(): Promise<void>;
}

/** Enters this node among those of the database and keeps it there. */
export async function joinNodes(parts: MembershipParts): Promise<Membership> {
  const { db, config, id, recorder, log } = parts;
  const node: NodeRow = {
    id,
    joinedBy: joinedBy(config),
    roles: config.LECTERN_ROLES,
    storage: storageOf(config),
  };
  const now = async () => ({
    ...node,
    recorderPlaces: recorder.places,
    freeBytes: await recorder.freeBytes().catch(() => null),
  });
  const inTheWay = await enterNode(db, await now(), isInTheWayOf(node));
  if (inTheWay) throw new Unstartable(sentenceFor(node, inTheWay));

  /** Who could not be seen for a while (the database was away) may have been taken for gone: it enters anew. */
  const beat = async () => {
    try {
      const current = await now();
      const stuck = await endStuckTransactions(db);
      if (stuck > 0) log.warn({ stuck }, 'ended transactions of a node that froze and held locks');
      if (await touchNode(db, current)) return;
      const other = await enterNode(db, current, isInTheWayOf(node));
      if (other) log.error({ node: other.id }, sentenceFor(node, other));
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'this node could not be seen by the others');
    }
  };
  let beating = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, heartbeatMs);
  timer.unref();
  return {
    hasOthers: () => isServedByOthers(db, id),
    leave: async () => {
      clearInterval(timer);
      await beating;
      await removeNode(db, id);
    },
  };
}
