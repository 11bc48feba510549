import type { Config } from '../config.ts';
import type { Db } from '../platform/db/db.ts';
import { isDatabaseAway } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { enterNode, type JoinedBy, type NodeRow, removeNode, touchNode } from './nodes.store.ts';

const heartbeatMs = 5000;

const joinedBy = (config: Config): JoinedBy => {
  if (config.CENTRIFUGO_URL) return 'centrifugo';
  return config.REDIS_URL ? 'redis' : null;
};

/** Two nodes hear of each other only by the same means: else what one of them says is lost on the other's people. */
const isInTheWayOf =
  (node: NodeRow) =>
  (other: NodeRow): boolean =>
    node.joinedBy === null || other.joinedBy !== node.joinedBy;

const means = { redis: 'REDIS_URL', centrifugo: 'CENTRIFUGO_URL' };

function sentenceFor(node: NodeRow, other: NodeRow): string {
  const named = (by: JoinedBy) => (by ? `has ${means[by]}` : 'has neither REDIS_URL nor CENTRIFUGO_URL');
  return (
    `Another node (${other.id}) works on this database: it ${named(other.joinedBy)}, and this one ${named(node.joinedBy)}. ` +
    'Several nodes need the same REDIS_URL (or the same Centrifugo), all of them: set it everywhere; ' +
    'or stop the other node first (a killed one counts as running for 15 s).'
  );
}

export interface MembershipParts {
  db: Db;
  config: Config;
  /** From the data folder: a node that was killed takes its own place again at once. */
  id: string;
  log: Logger;
}

/**
 * Enters this node among those of the database and keeps it there.
 * @returns leaves them
 */
export async function joinNodes({ db, config, id, log }: MembershipParts): Promise<() => Promise<void>> {
  const node: NodeRow = { id, joinedBy: joinedBy(config) };
  const inTheWay = await enterNode(db, node, isInTheWayOf(node));
  if (inTheWay) throw new Unstartable(sentenceFor(node, inTheWay));

  /** Who could not be seen for a while (the database was away) may have been taken for gone: it enters anew. */
  const beat = async () => {
    try {
      if (await touchNode(db, id)) return;
      const other = await enterNode(db, node, isInTheWayOf(node));
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
  return async () => {
    clearInterval(timer);
    await beating;
    await removeNode(db, id);
  };
}
