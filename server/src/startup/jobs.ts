import type { Services } from '../app.ts';
import { deleteEndedTokens, deleteOldAttempts, deleteOldResets } from '../auth/auth.ts';
import { startReconciling } from '../calls/calls.ts';
import { startRecheckingExcluded } from '../chat/chat.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { forgetOldKeys } from '../platform/idempotency/store.ts';
import { startRecordRunner, startRemovingFiles, startWatchingRecorderNodes } from '../records/records.ts';
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

type Stop = () => Promise<void>;

/** The retention runs apart from other housekeeping, since it may take hours. */
function startRetention({ config, log, db }: Services, node: string): Stop[] {
  const { LECTERN_RETENTION_DAYS: days } = config;
  if (days === undefined) return [];
  const erase = (stop: AbortSignal) =>
    erasePast({ db, node, log, stop, steps: stepsOfRetention(after(-seconds(days * 86_400))) });
  return [startHousekeeping(log, [erase])];
}

/** The work of the role `jobs`, which some node has to do, once for all nodes or several at once. */
function startSharedJobs(services: Services, node: string): Stop[] {
  const { config, db, pool, files, log, recorder, records } = services;
  return [
    startReconciling(services.calls),
    startDelivering({ ...services, node, retrySeconds: config.LECTERN_WEBHOOK_RETRY_SECONDS }),
    startHousekeeping(log, [
      (stop) => forgetOldKeys(db, stop),
      (stop) => deleteEndedTokens(db, now(), stop),
      (stop) => deleteOldAttempts(db, stop),
      () => deleteOldResets(db, now()),
      () => forgetPreviousSecrets(db),
      (stop) => deleteAbandonedWebhooks(db, stop),
      (stop) => deleteOldDeliveries(db, { days: config.LECTERN_WEBHOOK_LOG_DAYS, stop }),
    ]),
    ...startRetention(services, node),
    startRemovingFiles({ db, pool, files: files.store, log }),
    startWatchingRecorderNodes({ node, db, recorder, records, log }),
  ];
}

/** Starts the work that no request asks for, as far as it is this node's; returns what ends it. */
export function startJobs(services: Services): Stop {
  const { config, log, db, pool, files, recorder, records } = services;
  const { LECTERN_ROLES: roles, LECTERN_MIN_FREE_DISK: minFreeBytes } = config;
  const node = nodeIdIn(config.LECTERN_DATA_DIR);
  const stops = [
    // Also on a node that records no longer: it finishes the recordings that lie in its data folder.
    startRecordRunner({
      db,
      pool,
      files: files.store,
      log,
      node,
      recorder,
      lifecycle: records,
      minFreeBytes,
    }),
    ...(roles.includes('api') ? [startRecheckingExcluded(services, log)] : []),
    ...(roles.includes('jobs') ? startSharedJobs(services, node) : []),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
