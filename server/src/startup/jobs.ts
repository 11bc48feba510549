import type { Services } from '../app.ts';
import {
  keyOfReadyAsset,
  removeExpiredUploads,
  startJoiningPieces,
  startRemovingAssets,
} from '../assets/assets.ts';
import { deleteOldAttempts } from '../auth/attempts/store.ts';
import { deleteOldResets } from '../auth/passwords/store.ts';
import { deleteOldFlows } from '../auth/provider/flows.store.ts';
import { deleteEndedTokens } from '../auth/tokens/store.ts';
import { deleteOldEngineRows, startReconciling } from '../calls/reconcile.ts';
import { startRecheckingExcluded } from '../chat/recheck-excluded.ts';
import { startEndingDiagnostics } from '../diagnostics/end.ts';
import { startOpeningRooms } from '../participants/waiting/opening-job.ts';
import { startDeletingAccounts } from '../people/people.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { TaskLease } from '../platform/concurrency/lease.ts';
import { repeat } from '../platform/concurrency/repeat.ts';
import { forgetOldKeys } from '../platform/idempotency/store.ts';
import { startOutbox } from '../platform/mail/outbox.ts';
import { startRunningSessions } from '../playbacks/events/job.ts';
import { extendSchedules } from '../playbacks/events/plan.ts';
import { reminderEmailWriter } from '../playbacks/reminders/email.ts';
import { startQueueingReminders } from '../playbacks/reminders/queue.ts';
import { filterVideosInUse } from '../playbacks/store.ts';
import { startPostingItems } from '../playbacks/timeline/posting.ts';
import { closeSilentViewings } from '../playbacks/watching/viewings.store.ts';
import { startFollowingViewers } from '../playbacks/watching/watchers.ts';
import { recordEmailWriter } from '../records/email/email.ts';
import { videoKeyOfRecord } from '../records/records.ts';
import { startRemovingFiles } from '../records/running/file-removal.ts';
import { startWatchingRecorderNodes } from '../records/running/lost.ts';
import { findUnendedOf as findUnendedRecordsOf } from '../records/running/running.store.ts';
import { startRecordRunner } from '../records/running/running.ts';
import { attendanceEmailWriter } from '../reports/reports.ts';
import { startDeletingSpaces } from '../spaces/delete.ts';
import { hourly, startHousekeeping } from '../system/housekeeping.ts';
import { erasePast } from '../system/retention.ts';
import { startPreparingVideos, startRemovingVideos } from '../videos/videos.ts';
import {
  deleteAbandonedWebhooks,
  deleteOldDeliveries,
  forgetPreviousSecrets,
  startDelivering,
} from '../webhooks/webhooks.ts';
import { deletionPartsOf, spaceDeletionOf } from './listeners.ts';
import { nodeIdIn } from './nodes/node-id.ts';
import { preparerOf } from './preparer.ts';
import { stepsOfRetention } from './retention-steps.ts';
import { startTranscription } from './transcription.ts';

type Stop = () => Promise<void>;

/** How soon a node that does not have the retention lease requests it again. */
const retentionAgainMs = seconds(30);

/** Runs apart from other housekeeping, since it may take hours. Each batch extends its lease. */
function startRetention({ config, log, db }: Services, node: string): Stop[] {
  const { LECTERN_RETENTION_DAYS: days } = config;
  if (days === undefined) return [];
  const retention = repeat({ what: 'retention', ...hourly, log }, async (stop) => {
    const steps = stepsOfRetention(after(-seconds(days * 86_400)));
    return (await erasePast({ db, node, log, stop, steps })) ? undefined : retentionAgainMs;
  });
  return [() => retention.stop()];
}

/** Sends queued emails, on all nodes at once: each email is claimed by one. */
function startSendingEmails(
  { config, db, log, mailer, keyring, webUrl }: Services,
  lease: TaskLease,
): Stop[] {
  const { LECTERN_MAIL_FROM: from } = config;
  if (!mailer || !from) return [];
  const writers = {
    attendance: attendanceEmailWriter(webUrl),
    recording: recordEmailWriter(webUrl),
    reminder: reminderEmailWriter({ keyring, webUrl, from }),
  };
  return [
    startQueueingReminders({ db, log }, lease),
    startOutbox({ db, log, mailer, host: webUrl.hostname, writers }),
  ];
}

/** Prepares the videos of automatic webinars: on all nodes at once, two at a time on each. */
function startVideos(services: Services, node: string, lease: TaskLease): Stop[] {
  const { config, db, pool, files, log, space } = services;
  return [
    startPreparingVideos({
      ...{ db, pool, node, log, files: files.store, preparer: preparerOf(config) },
      listeners: services.onVideos,
      keyOfSource: async (of, { recordId, assetId }) =>
        recordId ? videoKeyOfRecord(of, recordId) : assetId ? keyOfReadyAsset(of, assetId) : undefined,
      space,
      isRecording: async () => (await findUnendedRecordsOf(db, node)).length > 0,
    }),
    startRemovingVideos({ db, files: files.store, findUsed: filterVideosInUse, log }, lease),
  ];
}

/** The tasks of the role `jobs`. Each runs on one node at a time, by a lease, unless a comment says otherwise. */
function startSharedJobs(services: Services, node: string): Stop[] {
  const { config, db, pool, files, log, logs, recorder, records, assets } = services;
  const leaseOf = (name: string, leaseSeconds: number) =>
    new TaskLease(db, { name, holder: node, seconds: leaseSeconds });
  const housekeeping = startHousekeeping({ log, lease: leaseOf('housekeeping', 60) }, [
    (stop) => forgetOldKeys(db, stop),
    (stop) => deleteEndedTokens(db, now(), stop),
    (stop) => deleteOldAttempts(db, stop),
    () => deleteOldResets(db, now()),
    () => deleteOldFlows(db, now()),
    () => forgetPreviousSecrets(db),
    (stop) => deleteAbandonedWebhooks(db, stop),
    (stop) => deleteOldDeliveries(db, { days: config.LECTERN_WEBHOOK_LOG_DAYS, stop }),
    (stop) => deleteOldEngineRows(db, stop),
    (stop) => extendSchedules(db, stop),
    () => removeExpiredUploads(db),
    () => closeSilentViewings(db, after(-seconds(60))),
  ]);
  return [
    // Short: if the node with the lease dies, the end of a call is noticed this much later.
    startReconciling(services.calls, leaseOf('calls', 4)),
    startEndingDiagnostics(services, leaseOf('connection tests', 30)),
    // Short for the same reason: sessions begin and end at their second.
    startRunningSessions(services, leaseOf('sessions', 4)),
    // Short: if the node with the lease dies, items of running sessions are this much later.
    startPostingItems(services, leaseOf('timelines of sessions', 4)),
    // Short: if the node with the lease dies, people who wait for the opening of a room are admitted this much later.
    startOpeningRooms(services, leaseOf('openings of rooms', 4)),
    // On all nodes at once: deliveries are claimed row by row.
    startDelivering({
      ...{
        ...services,
        log: services.logs.webhooks,
        node,
        retrySeconds: config.LECTERN_WEBHOOK_RETRY_SECONDS,
      },
      countAttempt: services.metrics.countAttempt,
    }),
    () => housekeeping.stop(),
    ...startRetention(services, node),
    ...startSendingEmails(services, leaseOf('reminders', 15)),
    ...startVideos(services, node, leaseOf('videos', 60)),
    ...startTranscription(services, node),
    startRemovingFiles(
      { db, pool, files: files.store, log: logs.records },
      leaseOf('files of deleted recordings', 15),
    ),
    startJoiningPieces({ ...assets, db, pool }, leaseOf('uploaded videos', 60)),
    startDeletingAccounts(
      { db, log: logs.accounts, parts: deletionPartsOf(services) },
      leaseOf('accounts', 15),
    ),
    startDeletingSpaces({ db, log, deletion: spaceDeletionOf(services) }, leaseOf('deleted groups', 15)),
    startRemovingAssets({ ...assets, db, pool }, leaseOf('files of deleted uploads', 15)),
    // On all nodes at once: the lost node could hold the lease, and rooms must learn of it within 20 s.
    startWatchingRecorderNodes({ node, db, recorder, records, log: logs.records }),
  ];
}

/** Starts the background tasks of this node's roles. @returns a function that stops them */
export function startJobs(services: Services): Stop {
  const { config, log, logs, db, pool, files, recorder, records } = services;
  const { LECTERN_ROLES: roles, LECTERN_MIN_FREE_DISK: minFreeBytes } = config;
  const node = nodeIdIn(config.LECTERN_DATA_DIR);
  const stops = [
    // Also without the role `recorder`: the node finishes the recordings in its data folder.
    startRecordRunner({
      db,
      pool,
      files: files.store,
      log: logs.records,
      node,
      recorder,
      lifecycle: records,
      minFreeBytes,
    }),
    ...(roles.includes('api')
      ? [startRecheckingExcluded(services, log), startFollowingViewers(services)]
      : []),
    ...(roles.includes('jobs') ? startSharedJobs(services, node) : []),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
