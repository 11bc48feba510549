import { setTimeout as pause } from 'node:timers/promises';
import { type Database, databaseOf } from '../../../server/testing/database.ts';
import { type LecternProcess, startLectern } from '../../../server/testing/lectern.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import type { PacedEvent } from './events.ts';
import { type Group, makeGroups } from './groups.ts';
import { countStatements, forgetStatements, printStatements, profilerIn, toggleProfile } from './profile.ts';
import { type ReceiverHealth, Receivers } from './receivers.ts';
import { judgeDeliveries, type WebhookVerdict } from './verdict.ts';

export interface WebhookBench {
  lectern: LecternProcess;
  database: Database;
  receivers: Receivers;
  /** The groups, by the behaviour of their receivers. */
  groups: Record<ReceiverHealth, Group[]> & { all: Group[] };
  /** Folder for profiles; undefined: no profiling. */
  folder: string | undefined;
}

interface Setting {
  behaviours: ReceiverHealth[];
  /** Database connections of the generator. */
  writers: number;
  folder: string | undefined;
}

/** Starts a fresh server with a group for each receiver. */
export async function withWebhookBench(
  { behaviours, writers, folder }: Setting,
  play: (stage: WebhookBench) => Promise<void>,
): Promise<void> {
  const receivers = await Receivers.start(behaviours);
  try {
    const lectern = await startLectern({
      LECTERN_LOG_LEVEL: 'warn',
      ...(folder && { NODE_OPTIONS: `--import=${profilerIn(folder)}` }),
    });
    try {
      if (folder) await countStatements(lectern);
      const database = await databaseOf(lectern, { max: writers, connectionTimeoutMillis: 60_000 });
      try {
        const all = await makeGroups(lectern, receivers);
        const those = (behaviour: ReceiverHealth) =>
          all.filter(({ receiver }) => behaviours[receiver] === behaviour);
        const groups = { all, well: those('well'), failing: those('failing'), hanging: those('hanging') };
        await play({ lectern, database, receivers, groups, folder });
      } finally {
        await database.close();
      }
    } finally {
      await lectern.remove();
    }
  } finally {
    receivers.close();
  }
}

/** Profiles `work` if a folder for profiles is set. */
export async function profiled<T>({ lectern, folder }: WebhookBench, work: () => Promise<T>): Promise<T> {
  if (!folder) return work();
  await forgetStatements(lectern);
  toggleProfile(lectern);
  const result = await work();
  toggleProfile(lectern);
  await printStatements(lectern);
  return result;
}

interface Flow {
  /** Events written before the measurement; they must also arrive once and in order. */
  warmed: PacedEvent[];
  told: PacedEvent[];
  /** Arrivals at receivers without faults before the first event was written. */
  cameBefore: number;
}

/** Waits until every event for receivers without faults has arrived or is lost, and checks for duplicates. */
export async function waitForDeliveries(
  { receivers, database }: WebhookBench,
  { warmed, told, cameBefore }: Flow,
): Promise<WebhookVerdict> {
  const isWell = ({ receiver }: PacedEvent) => receivers.behaviours[receiver] === 'well';
  const wellOnes = { warmed: warmed.filter(isWell), told: told.filter(isWell) };
  const expected = cameBefore + wellOnes.warmed.length + wellOnes.told.length;
  const isThere = () => receivers.well >= expected;
  await waitUntil(isThere, { timeout: 40_000, message: 'the last deliveries' }).catch(() => undefined);
  await pause(1_500);
  return judgeDeliveries(database, wellOnes, await receivers.take());
}
