import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AV_LOG_ERROR, Log } from 'node-av';
import { type Job, jobVersion, names } from '../folder/job.ts';
import type { EndReason } from '../folder/journal.ts';
import { createPicture } from '../picture/picture.ts';
import type { Picture } from '../picture/scene.ts';
import type { Write } from './append.ts';
import { Journal } from './journal.ts';
import { Media } from './media.ts';
import { Recording } from './recording.ts';
import { watchStage } from './stage-watch.ts';
import { watchStopOrder } from './stop-order.ts';

/** Replacements for tests. */
export interface RecordChanges {
  picture?: (picture: Picture) => Picture;
  /** Writer of `capture.mp4`. */
  write?: Write;
  /** Time for which the media server may be away. */
  awayMs?: number;
}

/**
 * Records the call of the folder's job into that folder until the stop order or another reason to end.
 * @throws AlreadyThere where a recorder writes, or wrote, to the folder
 */
export async function record(folder: string, changes: RecordChanges = {}): Promise<EndReason> {
  const job = JSON.parse(readFileSync(join(folder, names.job), 'utf8')) as Job;
  if (job.version !== jobVersion) throw new Error(`unknown version ${job.version} of job.json`);
  Log.setLevel(AV_LOG_ERROR);
  const pictures: { onFirst?: () => void } = {};
  const onFirstPicture = (): void => pictures.onFirst?.();
  const media = await Media.create({ ...job, folder, onFirstPicture, write: changes.write });
  const journal = new Journal(folder);
  journal.tell({ type: 'began', at: new Date().toISOString(), pid: process.pid });
  const stopWatch = watchStopOrder(folder);
  const drawn = createPicture(job);
  const picture = changes.picture?.(drawn) ?? drawn;
  const log = logInto(folder);
  const stage = watchStage(folder, log);
  const { awayMs } = changes;
  // The LiveKit client may reject a promise of its own that nobody awaits; the recording goes on.
  process.on('unhandledRejection', (error) => log(`unhandled rejection: ${error}`));
  const recording = new Recording({ folder, job, picture, journal, media, stopWatch, stage, log, awayMs });
  pictures.onFirst = () => recording.onFirstPicture();
  const reason = await recording.run();
  stopWatch.close();
  stage.close();
  await recording.close();
  return reason;
}

const logInto = (folder: string) => (text: string) => {
  try {
    appendFileSync(join(folder, names.log), `${new Date().toISOString()} ${text}\n`);
  } catch {
    // A log line that cannot be written does not end the recording.
  }
};
