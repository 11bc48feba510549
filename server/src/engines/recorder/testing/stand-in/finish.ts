import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { names, voiceName } from '../../../../../../recorder/folder/job.ts';
import type { JournalEntry } from '../../../../../../recorder/folder/journal.ts';
import type { Result } from '../../../../../../recorder/folder/result.ts';
import { scriptFor } from './script.ts';

// Makes the same files as the real finishing, with media that no test decodes.
const folder = process.argv[2] ?? '';
const { finishFails = 0, finishMs = 0 } = scriptFor(folder);
const pathOf = (name: string) => join(folder, name);
const failures = pathOf('failures');
const failed = existsSync(failures) ? Number(readFileSync(failures, 'utf8')) : 0;
if (failed < finishFails) {
  writeFileSync(failures, String(failed + 1));
  process.exit(1);
}
await pause(finishMs);
const journal = existsSync(pathOf(names.journal)) ? readFileSync(pathOf(names.journal), 'utf8') : '';
const entries: JournalEntry[] = journal
  .split('\n')
  .slice(0, -1)
  .map((line) => JSON.parse(line));
const ended = entries.find((entry) => entry.type === 'ended');

function resultOf(): Result {
  if (!existsSync(pathOf(names.capture))) return { usable: false, reason: ended?.reason };
  copyFileSync(pathOf(names.capture), pathOf(names.video));
  for (const name of [names.poster, names.preview, names.speech, voiceName(1)])
    writeFileSync(pathOf(name), `made up: ${name}`);
  const bytes = (name: string) => statSync(pathOf(name)).size;
  return {
    usable: true,
    reason: ended?.reason,
    isPartial:
      ended === undefined || ['disk_low', 'disk_full', 'engine_lost', 'broken'].includes(ended.reason),
    duration: ended?.t ?? 1,
    width: 1280,
    height: 720,
    bytes: bytes(names.video),
    video: names.video,
    poster: names.poster,
    preview: names.preview,
    speech: names.speech,
    voices: [
      {
        file: voiceName(1),
        participantId: '0123456789abcdef01234567',
        name: 'Ann',
        offset: 0.5,
        duration: 1,
        bytes: bytes(voiceName(1)),
      },
    ],
    quality: { lateTicks: 0, missedAudioMs: 0, lowestFps: 25, lowestHeight: 720 },
  };
}

rmSync(pathOf('result.json.new'), { force: true });
writeFileSync(pathOf('result.json.new'), JSON.stringify(resultOf()));
renameSync(pathOf('result.json.new'), pathOf(names.result));
