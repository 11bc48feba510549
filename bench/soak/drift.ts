import { type Sign, signsIn } from '../../recorder/testing/offset.ts';
import { Publishers } from '../../recorder/testing/publishers.ts';
import { RunningRecorder } from '../../recorder/testing/running-recorder.ts';
import { startOwnCall } from '../../server/testing/engines/own-call.ts';
import { report } from '../lib/report.ts';

/**
 * `npm run soak -- drift [minutes]`: a participant whose microphone clock is too fast flashes and beeps every two
 * seconds; the offset of sound and picture is compared in the first and the last minute of the file.
 */
const minutes = Number(process.argv[2] ?? '10');
const flashes = { everyMs: 2000, lengthMs: 300 };
/** Twice the difference of real devices' clocks: 120 ms in ten minutes without a correction. */
const clockPpm = 200;

const median = (signs: Sign[]): number =>
  signs.map(({ offsetMs }) => offsetMs).sort((a, b) => a - b)[Math.floor(signs.length / 2)] ?? Number.NaN;
/** Without a single flash nothing is proved. */
const worst = (signs: Sign[]): number =>
  signs.length === 0
    ? Number.POSITIVE_INFINITY
    : Math.max(...signs.map(({ offsetMs }) => Math.abs(offsetMs)));

const call = await startOwnCall();
const publishers = new Publishers();
let recorder: RunningRecorder | undefined;
try {
  const person = await publishers.join({ url: call.url, token: await call.token({ name: 'Ada' }) });
  await person.camera({ width: 640, height: 360, fps: 25, show: { flashes } });
  await person.microphone({ flashes, clockPpm });
  const token = await call.token({ name: 'Recorder', isRecorder: true });
  recorder = await RunningRecorder.start(
    { url: call.url, roomId: call.roomId, token },
    { changes: { maxSeconds: minutes * 60 } },
  );
  await recorder.until('ended', { timeout: (minutes * 60 + 120) * 1000 });
  await recorder.exit();
  const { result, video } = await recorder.finish();
  const signs = signsIn(video);
  const first = signs.filter(({ t }) => t < 60);
  const last = signs.filter(({ t }) => t >= result.duration - 60);
  report({
    name: 'soak-drift',
    unit: 'ms',
    figures: {
      minutes: result.duration / 60,
      'signs seen and heard': signs.length,
      'sound after picture in the first minute, median': median(first),
      'sound after picture in the last minute, median': median(last),
      'furthest apart at any time': worst(signs),
      'pictures that were late': result.quality.lateTicks,
      'sound that was missed': result.quality.missedAudioMs,
    },
    goals: [
      { what: 'worst in the first minute', measured: worst(first), bound: 100, unit: 'ms' },
      { what: 'worst in the last minute', measured: worst(last), bound: 100, unit: 'ms' },
      { what: 'signs', measured: signs.length, bound: minutes * 30 - 2, unit: '', atLeast: true },
    ],
    isKept: minutes >= 10,
  });
} finally {
  await recorder?.remove();
  await publishers.close();
  await call.stop();
}
process.exit();
