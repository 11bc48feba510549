import { deleteEndedTokens, deleteOldAttempts, deleteOldResets } from '../auth/auth.ts';
import { startReconciling } from '../calls/calls.ts';
import { startSweeping } from '../chat/chat.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { forgetOldKeys } from '../platform/idempotency/store.ts';
import { startMindingRecords, startRunning, startWatchingNodes } from '../records/records.ts';
import { startHousekeeping } from '../system/housekeeping.ts';
import { erasePast } from '../system/retention.ts';
import {
  deleteAbandonedWebhooks,
  deleteOldDeliveries,
  forgetPreviousSecrets,
  startDelivering,
} from '../webhooks/webhooks.ts';
import { nodeIdIn } from './nodes/node-id.ts';
import { stepsOfRetention } from './retention.ts';
import type { AppParts, Wiring } from './wiring.ts';

/** What some node has to do, once for all of them or several at once. */
function startJobs({ config, log, database, keyring }: AppParts, { calls }: Wiring): (() => Promise<void>)[] {
  const { db, pool } = database;
  return [
    startReconciling(calls),
    startDelivering({
      node: nodeIdIn(config.LECTERN_DATA_DIR),
      db,
      pool,
      keyring,
      log,
      allowedNetworks: config.LECTERN_WEBHOOK_ALLOWED_NETWORKS,
      retrySeconds: config.LECTERN_WEBHOOK_RETRY_SECONDS,
    }),
    startHousekeeping(log, [
      (stop) => forgetOldKeys(db, stop),
      (stop) => deleteEndedTokens(db, now(), stop),
      (stop) => deleteOldAttempts(db, stop),
      () => deleteOldResets(db, now()),
      () => forgetPreviousSecrets(db),
      (stop) => deleteAbandonedWebhooks(db, stop),
      (stop) => deleteOldDeliveries(db, { days: config.LECTERN_WEBHOOK_LOG_DAYS, stop }),
    ]),
  ];
}

/** The retention runs apart from other housekeeping, since it may take hours. */
function startRetention({ config, log, database: { db } }: AppParts): (() => Promise<void>)[] {
  const { LECTERN_RETENTION_DAYS: days } = config;
  if (days === undefined) return [];
  const node = nodeIdIn(config.LECTERN_DATA_DIR);
  const erase = (stop: AbortSignal) =>
    erasePast({ db, node, log, stop, steps: stepsOfRetention(after(-seconds(days * 86_400))) });
  return [startHousekeeping(log, [erase])];
}

/** Begins the work that no request asks for, as far as it is this node's; returns what ends it. */
export function startWork(parts: AppParts, wiring: Wiring): () => Promise<void> {
  const { config, log, database, files, recorder } = parts;
  const { db, pool } = database;
  const { chat, records } = wiring;
  const node = nodeIdIn(config.LECTERN_DATA_DIR);
  const ofRecords = { db, pool, files: files.store, log };
  const stops = [
    // Also where nothing is recorded any more: what lies here from before comes to its end.
    startRunning({
      ...{ ...ofRecords, node, recorder, lifecycle: records },
      minFreeBytes: config.LECTERN_MIN_FREE_DISK,
    }),
    ...(config.LECTERN_ROLES.includes('api') ? [startSweeping(chat, log)] : []),
    ...(config.LECTERN_ROLES.includes('jobs')
      ? [
          ...startJobs(parts, wiring),
          ...startRetention(parts),
          startMindingRecords(ofRecords),
          startWatchingNodes({ node, db, recorder, records, log }),
        ]
      : []),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
