import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Figures } from './figures.store.ts';

export interface InstallationSources {
  /** The state of the installation, from the database. */
  figures: () => Promise<Figures>;
  /** The data folder of this node. */
  folder: string;
  /** The space that stays free on its disk (LECTERN_MIN_FREE_DISK). */
  minFreeBytes: number;
}

type CountedOutcome = 'delivered' | 'retried' | 'failed';

/** Metrics of the installation, each with its figure and its text; null: it has none now. */
const gauges: Record<string, [figure: keyof Figures, help: string]> = {
  lectern_calls_active: ['calls', 'Calls in progress, on all nodes.'],
  lectern_participants_active: [
    'participants',
    'People in calls, with those who are reconnecting, on all nodes.',
  ],
  lectern_webinar_viewers_active: ['viewers', 'Open viewings of automatic webinars, on all nodes.'],
  lectern_webhook_deliveries_pending: [
    'deliveriesPending',
    'Webhook deliveries that are still to be sent, on all nodes.',
  ],
  lectern_webhook_oldest_pending_seconds: [
    'oldestDelivery',
    'Age of the oldest webhook delivery that is still to be sent, on all nodes, in seconds; 0 if there is none.',
  ],
  lectern_webhooks_failing: [
    'webhooksFailing',
    'Webhooks whose deliveries use the slots for failing receivers, on all nodes.',
  ],
  lectern_recorder_places: [
    'recorderPlaces',
    'Recordings that all live nodes together can make at once; lectern_recordings_active is how many they make.',
  ],
  lectern_last_backup_timestamp_seconds: [
    'lastBackup',
    'When `lectern backup` was last completed on any node, in seconds since 1970.',
  ],
};

const jobsOf = (figures: Figures): [kind: string, state: string, count: number][] => [
  ['recording', 'waiting', figures.recordingsWaiting],
  ['recording', 'running', figures.recordingsRunning],
  ['recording', 'finishing', figures.recordingsFinishing],
  ['video', 'waiting', figures.videosWaiting],
  ['video', 'running', figures.videosRunning],
  ['video', 'failed', figures.videosFailed],
  ['transcript', 'waiting', figures.transcriptsWaiting],
  ['transcript', 'running', figures.transcriptsRunning],
  ['webhook', 'waiting', figures.deliveriesPending - figures.deliveriesRunning],
  ['webhook', 'running', figures.deliveriesRunning],
  ['email', 'waiting', figures.emailsWaiting],
];

/** One read for all metrics of a scrape. Without the database the other metrics are still reported. */
function sharedRead(read: () => Promise<Figures>): () => Promise<Figures | undefined> {
  let current: Promise<Figures | undefined> | undefined;
  return () => {
    current ??= read()
      .catch(() => undefined)
      .finally(() => {
        current = undefined;
      });
    return current;
  };
}

function addDisk(registry: Registry, { folder, minFreeBytes }: InstallationSources): void {
  const disk = (name: string, help: string, value: (disk: { free: number; size: number }) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await statfs(folder).catch(() => undefined);
        if (!found) this.reset();
        else this.set(value({ free: found.bavail * found.bsize, size: found.blocks * found.bsize }));
      },
    });
  disk(
    'lectern_disk_free_bytes',
    'Free bytes on the disk of the data folder of this node.',
    ({ free }) => free,
  );
  disk(
    'lectern_disk_size_bytes',
    'Size in bytes of the disk of the data folder of this node.',
    ({ size }) => size,
  );
  disk(
    'lectern_disk_reserve_bytes',
    'Free bytes below which this node begins no recording and continues no upload (LECTERN_MIN_FREE_DISK).',
    () => minFreeBytes,
  );
}

/** Adds the metrics by which an operator sees whether the installation keeps up. */
export function addInstallationMetrics(registry: Registry, sources: InstallationSources) {
  const figures = sharedRead(sources.figures);
  for (const [name, [figure, help]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const now = (await figures())?.[figure] ?? undefined;
        // Without labels a reset would report 0.
        if (now === undefined) this.remove();
        else this.set(now);
      },
    });
  }
  new Gauge({
    name: 'lectern_jobs',
    help: 'Work in the background, on all nodes.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      const read = await figures();
      for (const [kind, state, count] of read ? jobsOf(read) : []) this.set({ kind, state }, count);
    },
  });
  addDisk(registry, sources);
  const attempts = new Counter({
    name: 'lectern_webhook_attempts_total',
    help: 'Attempts of this node to deliver a webhook.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['delivered', 'retried', 'failed']) attempts.inc({ outcome }, 0);
  return { countAttempt: (outcome: CountedOutcome) => attempts.inc({ outcome }) };
}
