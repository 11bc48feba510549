import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCapture } from '../recorder/testing/made-capture.ts';
import { makeMedia } from '../recorder/testing/made-media.ts';
import { startOwnDatabase } from '../server/testing/engines/own-database.ts';
import { prepareOnNode } from '../server/testing/videos/prepare-on-node.ts';
import { report } from './lib/report.ts';

/**
 * Measures how long a recording of an hour takes that needs no encoding, from the request until it is ready. The
 * recording is half a minute of moving picture that is repeated, with the bytes of a call. Then a short video without
 * key pictures is encoded, as uploaded files are. At last the small quality of two minutes of the recording is made.
 */
const minutes = 60;
const part = 30;
const encoded = 60;
const small = 120;
const root = mkdtempSync(join(tmpdir(), 'lectern-bench-prepare-'));
const database = await startOwnDatabase();
try {
  const paths = {
    hour: join(root, 'recording.mp4'),
    upload: join(root, 'upload.mp4'),
    minutes: join(root, 'minutes.mp4'),
  };
  const size = { width: 1280, height: 720 };
  const capture = { seconds: part, parts: [], ...size, isLively: true };
  await makeCapture(paths.hour, { ...capture, times: (minutes * 60) / part });
  const hour = await prepareOnNode(database, { path: paths.hour, dataDir: join(root, 'hour') });
  const x264 = { encoder: 'libx264', options: { preset: 'ultrafast' } };
  const pictures = { ...x264, ...size, fps: 25, gop: 10_000 };
  makeMedia(paths.upload, { seconds: encoded, format: 'mp4', pictures, sound: { encoder: 'aac' } });
  const upload = await prepareOnNode(database, { path: paths.upload, dataDir: join(root, 'upload') });
  await makeCapture(paths.minutes, { ...capture, times: small / part });
  const beside = { path: paths.minutes, dataDir: join(root, 'minutes'), hasSmall: true };
  const { smallMs, bytes, duration } = await prepareOnNode(database, beside);
  const [fullBytes = 1, smallBytes = 0] = bytes;
  report({
    name: 'prepare',
    unit: 's',
    figures: {
      'the recording: minutes': hour.duration / 60,
      'the recording: MB': statSync(paths.hour).size / 1e6,
      'the recording: segments': hour.segments,
      'encoding plain 720p: seconds of video in a second': encoded / (upload.ms / 1000),
      '360p of the recording: seconds of video in a second': duration / (smallMs / 1000),
      '360p of an hour: minutes': (60 * smallMs) / 1000 / duration,
      '360p: bytes of those of the full size': smallBytes / fullBytes,
    },
    goals: [{ what: 'a recording of an hour is ready', measured: hour.ms / 1000, bound: 60, unit: 's' }],
  });
} finally {
  await database.remove();
  rmSync(root, { recursive: true, force: true });
}
