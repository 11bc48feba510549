import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Job, names, type StopOrder } from '../../../../../../recorder/folder/job.ts';
import type { EndReason, JournalEntry } from '../../../../../../recorder/folder/journal.ts';
import { scriptFor } from './script.ts';

// Writes what a recorder writes into its folder, without a call: a prepared piece of media, or nothing playable.
const folder = process.argv[2] ?? '';
const at = () => new Date().toISOString();
const begun = performance.now();
const since = () => performance.now() - begun;
const tell = (entry: JournalEntry) =>
  appendFileSync(join(folder, names.journal), `${JSON.stringify(entry)}\n`);
const job: Job = JSON.parse(readFileSync(join(folder, names.job), 'utf8'));
const script = scriptFor(folder);
const piece = join(folder, '../..', 'piece.mp4');
const media = existsSync(piece) ? readFileSync(piece) : Buffer.alloc(4096, 'media ');

const stopOrder = (): StopOrder | undefined => {
  const path = join(folder, names.stop);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
};

const endsNow = (t: number): EndReason | undefined => {
  if (script.obeysStop !== false && stopOrder()) return 'stopped';
  if (t >= job.maxSeconds) return 'longest_reached';
  return since() >= (script.endsAfterMs ?? Number.POSITIVE_INFINITY)
    ? (script.reason ?? 'room_ended')
    : undefined;
};

tell({ type: 'began', at: at(), pid: process.pid });
tell({ type: 'joined', at: at() });
let reason: EndReason | undefined;
let pictureAt: number | undefined;
while (!reason) {
  await pause(20);
  if (pictureAt === undefined && since() >= (script.pictureAfterMs ?? 100)) {
    appendFileSync(join(folder, names.capture), media);
    tell({ type: 'picture', at: at() });
    pictureAt = performance.now();
  }
  if (pictureAt === undefined && Date.now() > Date.parse(job.pictureBy)) reason = 'no_picture';
  reason ??= endsNow(pictureAt === undefined ? 0 : (performance.now() - pictureAt) / 1000);
}
const t = pictureAt === undefined ? 0 : (performance.now() - pictureAt) / 1000;
tell({ type: 'ended', at: at(), t, reason });
