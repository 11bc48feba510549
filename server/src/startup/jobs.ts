import { join } from 'node:path';
import { keyOfReadyAsset, removeExpiredUploads } from '../assets/assets.ts';
import { markAssetDeleted } from '../assets/store.ts';
import { joinPiecesJob } from '../assets/storing/join.ts';
import { assetLeftovers } from '../assets/storing/leftovers.ts';
import { deleteOldAttempts } from '../auth/attempts/store.ts';
import { deleteOldResets } from '../auth/passwords/store.ts';
import { deleteOldFlows } from '../auth/provider/store.ts';
import { deleteEndedTokens } from '../auth/tokens/store.ts';
import {
  callbackJob,
  deleteHooks,
  deleteOldCallbacks,
  endedHooksJob,
  forgetPreviousServerSecrets,
  readyRecordingsJob,
  secretReader,
} from '../bbb/bbb.ts';
import { endMeetingsJob } from '../bbb/meetings/end.ts';
import { deleteOldEngineRows, reconcilingJobs } from '../calls/reconcile.ts';
import { recheckExcludedJob } from '../chat/recheck-excluded.ts';
import { endDiagnosticsJob } from '../diagnostics/end.ts';
import { convertingJobs } from '../documents/converting/converting.ts';
import { documentLeftovers } from '../documents/documents.ts';
import { Converter } from '../engines/converter/converter.ts';
import { Preparer } from '../engines/preparer/preparer.ts';
import { openRoomsJob } from '../participants/waiting/waiting.ts';
import { deleteAccountsJob } from '../people/accounts/job.ts';
import { deleteAuditEntriesBefore } from '../platform/audit/audit.store.ts';
import { auditKeptMs } from '../platform/audit/audit.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { resolveHost } from '../platform/http/outgoing/targets.ts';
import { forgetOldKeys } from '../platform/idempotency/store.ts';
import { type NamedJob, startRepeating } from '../platform/jobs/jobs.ts';
import { JobRuns } from '../platform/jobs/runs.ts';
import { sendEmailsJob } from '../platform/mail/outbox.ts';
import { extendSchedules } from '../playbacks/events/plan-sessions.ts';
import { runSessionsJob } from '../playbacks/events/run-sessions.ts';
import { reminderEmailWriter } from '../playbacks/reminders/email.ts';
import { queueRemindersJob } from '../playbacks/reminders/queue.ts';
import { filterVideosInUse } from '../playbacks/store.ts';
import { postItemsJob } from '../playbacks/timeline/posting.ts';
import { closeSilentViewings } from '../playbacks/watching/viewings.store.ts';
import { startFollowingViewers } from '../playbacks/watching/watchers.ts';
import { recordLeftovers } from '../records/deleting/leftovers.ts';
import { recordEmailWriter } from '../records/email/email.ts';
import { videoKeyOfRecord } from '../records/records.ts';
import { watchNodesJob } from '../records/running/lost.ts';
import { findUnendedOf as findUnendedRecordsOf } from '../records/running/running.store.ts';
import { recordingJobs } from '../records/running/running.ts';
import { attendanceEmailWriter } from '../reports/reports.ts';
import { deleteSpacesJob } from '../spaces/delete.ts';
import { housekeepingJob, type Task } from '../system/housekeeping.ts';
import { addJobMetrics } from '../system/job-metrics.ts';
import { removeFilesJob } from '../system/remove-files.ts';
import { retentionJob } from '../system/retention.ts';
import { deleteUnusedVideosJob, preparingJobs, videoLeftovers } from '../videos/videos.ts';
import {
  deleteAbandonedWebhooks,
  deleteOldDeliveries,
  deliveringJobs,
  forgetPreviousSecrets,
} from '../webhooks/webhooks.ts';
import type { JobParts } from '../wiring/parts.ts';
import { officeProgram } from './converter.ts';
import { stepsOfRetention } from './retention-steps.ts';
import { transcriptionJobs } from './transcription.ts';

const housekeepingOf = ({ config, db }: JobParts): Task[] => [
  (stop) => forgetOldKeys(db, stop),
  (stop) => deleteEndedTokens(db, now(), stop),
  (stop) => deleteOldAttempts(db, stop),
  () => deleteOldResets(db, now()),
  () => deleteOldFlows(db, now()),
  (stop) => deleteAuditEntriesBefore(db, after(-auditKeptMs), stop),
  () => forgetPreviousSecrets(db),
  () => forgetPreviousServerSecrets(db),
  (stop) => deleteAbandonedWebhooks(db, stop),
  (stop) => deleteOldDeliveries(db, { days: config.LECTERN_WEBHOOK_LOG_DAYS, stop }),
  (stop) => deleteOldCallbacks(db, { days: config.LECTERN_WEBHOOK_LOG_DAYS, stop }),
  () => deleteHooks(db),
  (stop) => deleteOldEngineRows(db, stop),
  (stop) => extendSchedules(db, stop),
  () => removeExpiredUploads(db),
  () => closeSilentViewings(db, after(-seconds(60))),
];

/** Jobs of installations that send mail. */
function emailJobs({ config, db, log, mailer, keyring, webUrl }: JobParts): NamedJob[] {
  const { LECTERN_MAIL_FROM: from } = config;
  if (!mailer || !from) return [];
  const writers = {
    attendance: attendanceEmailWriter(webUrl),
    recording: recordEmailWriter(webUrl),
    reminder: reminderEmailWriter({ keyring, webUrl, from }),
  };
  return [
    { name: 'playbacks.queue-reminders', lease: 'reminders', leaseSeconds: 15, ...queueRemindersJob({ db }) },
    { name: 'mail.send', ...sendEmailsJob({ db, log, mailer, host: webUrl.hostname, writers }) },
  ];
}

/** Callbacks and recordings of the BigBlueButton API. */
function bigBlueButtonJobs(parts: JobParts): NamedJob[] {
  const { config, db, keyring, logs } = parts;
  const sending = {
    ...{ ...parts, log: logs.webhooks, secretsOf: secretReader(keyring, config.LECTERN_BBB_SECRET) },
    retrySeconds: config.LECTERN_BBB_RETRY_SECONDS,
  };
  return [
    { name: 'bbb.deliver', log: logs.webhooks, ...callbackJob(sending) },
    {
      name: 'bbb.recordings',
      lease: 'recordings of meetings',
      leaseSeconds: 4,
      ...readyRecordingsJob({ db }),
    },
    { name: 'bbb.hooks', lease: 'hooks of meetings', leaseSeconds: 15, ...endedHooksJob({ db }) },
  ];
}

function retentionJobs({ config, db, node, log }: JobParts): NamedJob[] {
  const { LECTERN_RETENTION_DAYS: days } = config;
  if (days === undefined) return [];
  return [{ name: 'system.retention', ...retentionJob({ db, node, log, days, stepsOf: stepsOfRetention }) }];
}

function videoJobs(parts: JobParts): NamedJob[] {
  const { config, db, node, log, space, onVideos } = parts;
  const { any, short, small } = preparingJobs({
    ...{ db, node, log, files: parts.files, space },
    preparer: new Preparer({
      dataDir: config.LECTERN_DATA_DIR,
      programs: join(config.root, 'recorder'),
    }),
    ...onVideos,
    keyOfSource: async (of, { recordId, assetId }) =>
      recordId ? videoKeyOfRecord(of, recordId) : assetId ? keyOfReadyAsset(of, assetId) : undefined,
    isRecording: async () => (await findUnendedRecordsOf(db, node)).length > 0,
  });
  return [
    { name: 'videos.prepare', ...any },
    { name: 'videos.prepare-short', ...short },
    { name: 'videos.prepare-small', ...small },
    {
      name: 'videos.delete-unused',
      lease: 'videos',
      leaseSeconds: 60,
      ...deleteUnusedVideosJob({ db, findUsed: filterVideosInUse }),
    },
  ];
}

function documentJobs(parts: JobParts): NamedJob[] {
  const { config, db, node, log, files, space, allowedNetworks, onDocuments } = parts;
  const [one, other] = convertingJobs({
    ...{ db, node, log, files, space },
    ...onDocuments,
    converter: new Converter({
      dataDir: config.LECTERN_DATA_DIR,
      programs: join(config.root, 'recorder'),
      office: officeProgram(),
      service: config.LECTERN_CONVERTER_URL,
    }),
    keyOfUpload: keyOfReadyAsset,
    deleteUpload: (trx, assetId) => markAssetDeleted(trx, assetId, now()),
    reach: { allowedNetworks, resolve: resolveHost },
  });
  return [
    { name: 'documents.convert', ...one },
    { name: 'documents.convert-other', ...other },
    {
      ...{ name: 'documents.remove-files', lease: 'files of deleted documents', leaseSeconds: 15 },
      ...removeFilesJob({ db, files, log }, documentLeftovers),
    },
  ];
}

/**
 * The jobs of the role `jobs`. Where a lease lasts 4 s, people wait: for the end of a call, the second at which a session
 * begins, its items, their admission. They wait this much longer if the node with the lease dies. The names of leases
 * are those of earlier releases, so that nodes of two releases do not do a job at once during an upgrade.
 */
function sharedJobs(parts: JobParts): NamedJob[] {
  const { config, db, node, log, logs, recorder, records, assets } = parts;
  const removing = { db, files: parts.files, log };
  const { reconcile, endEmpty } = reconcilingJobs(parts.calls);
  const retrySeconds = config.LECTERN_WEBHOOK_RETRY_SECONDS;
  const { countAttempt } = parts.metrics;
  const webhooks = deliveringJobs({ ...parts, log: logs.webhooks, retrySeconds, countAttempt });
  const { accountDeletion, spaceDeletion: deletion } = parts;
  return [
    { name: 'calls.reconcile', lease: 'calls', leaseSeconds: 4, log: logs.calls, ...reconcile },
    { name: 'calls.end-empty', lease: 'calls', leaseSeconds: 4, log: logs.calls, ...endEmpty },
    { name: 'participants.open-rooms', lease: 'openings of rooms', leaseSeconds: 4, ...openRoomsJob(parts) },
    { name: 'playbacks.run-sessions', lease: 'sessions', leaseSeconds: 4, ...runSessionsJob({ db }) },
    { name: 'playbacks.post-items', lease: 'timelines of sessions', leaseSeconds: 4, ...postItemsJob(parts) },
    { name: 'bbb.end-meetings', lease: 'bbb meetings', leaseSeconds: 4, ...endMeetingsJob(parts) },
    { name: 'diagnostics.end', lease: 'connection tests', leaseSeconds: 30, ...endDiagnosticsJob(parts) },
    { name: 'webhooks.deliver', log: logs.webhooks, ...webhooks.deliver },
    { name: 'webhooks.end', log: logs.webhooks, ...webhooks.end },
    ...bigBlueButtonJobs(parts),
    ...emailJobs(parts),
    ...videoJobs(parts),
    ...documentJobs(parts),
    ...transcriptionJobs(parts),
    { name: 'assets.join', lease: 'uploaded videos', leaseSeconds: 60, ...joinPiecesJob({ ...assets, db }) },
    {
      ...{ name: 'records.remove-files', lease: 'files of deleted recordings', leaseSeconds: 15 },
      ...{ log: logs.records, ...removeFilesJob({ ...removing, log: logs.records }, recordLeftovers) },
    },
    {
      ...{ name: 'videos.remove-files', lease: 'videos', leaseSeconds: 60 },
      ...removeFilesJob(removing, videoLeftovers),
    },
    {
      ...{ name: 'assets.remove-files', lease: 'files of deleted uploads', leaseSeconds: 15 },
      ...removeFilesJob(removing, assetLeftovers),
    },
    // Each node does it: the lost one could hold the lease, and rooms must learn of it within 20 s.
    { name: 'records.watch-nodes', ...watchNodesJob({ node, db, recorder, records, log: logs.records }) },
    {
      ...{ name: 'people.delete-accounts', lease: 'accounts', leaseSeconds: 15, log: logs.accounts },
      ...deleteAccountsJob({ db, log: logs.accounts, parts: accountDeletion }),
    },
    {
      name: 'spaces.delete',
      lease: 'deleted groups',
      leaseSeconds: 15,
      ...deleteSpacesJob({ db, log, deletion }),
    },
    {
      name: 'system.housekeeping',
      lease: 'housekeeping',
      leaseSeconds: 60,
      ...housekeepingJob(log, housekeepingOf(parts)),
    },
    ...retentionJobs(parts),
  ];
}

/** Each node does them, also without the role `recorder`: it finishes the recordings in its data folder. */
function recorderJobs({ config, db, node, files, logs, recorder, records: lifecycle }: JobParts): NamedJob[] {
  const { LECTERN_MIN_FREE_DISK: minFreeBytes } = config;
  const log = logs.records;
  const recording = { db, node, files, log, recorder, lifecycle, minFreeBytes };
  const { run, sweep } = recordingJobs(recording);
  return [
    { name: 'records.run', log, ...run },
    { name: 'records.sweep', log, ...sweep },
  ];
}

/**
 * Milliseconds from the first run of a job to that of the next one. If all began at once, each would open a connection to
 * the database and plan its statements there, at the start and in every later round.
 */
const apartMs = 20;

const inTurn = (jobs: NamedJob[]): NamedJob[] =>
  jobs.map((job, index) => ({ firstAfterMs: index * apartMs, ...job }));

/** Starts the jobs of this node's roles. @returns a function that stops them */
export function startJobs(parts: JobParts): () => Promise<void> {
  const { LECTERN_ROLES: roles } = parts.config;
  const runs = new JobRuns();
  addJobMetrics(parts.metrics.registry, runs);
  const stops = [
    startRepeating(
      { ...parts, runs },
      inTurn([
        ...recorderJobs(parts),
        ...(roles.includes('api') ? [{ name: 'chat.recheck-excluded', ...recheckExcludedJob(parts) }] : []),
        ...(roles.includes('jobs') ? sharedJobs(parts) : []),
        { name: 'system.report-jobs', ...runs.reportJob(parts) },
      ]),
    ),
    ...(roles.includes('api') ? [startFollowingViewers(parts)] : []),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
