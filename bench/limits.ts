import { dispose } from '@livekit/rtc-node';
import { measureAnswers } from '../server/testing/limits/answers.ts';
import { measureGuests } from '../server/testing/limits/guests.ts';
import { measureMedia } from '../server/testing/limits/media.ts';
import { measureRecorder } from '../server/testing/limits/recorder.ts';
import { measureSockets } from '../server/testing/limits/sockets.ts';
import { measureWebhooks } from '../server/testing/limits/webhooks.ts';
import { type Goal, report } from './lib/report.ts';

/**
 * `npm run bench -- limits [part…]` measures once what must not take longer than its bound: events at sockets,
 * webhook deliveries and responses, and the end of guests' permissions. Tests check the same behaviour without a bound on time,
 * because a busy machine would fail them. With parts it keeps no result.
 */
const parts: Record<string, () => Promise<Goal[]>> = {
  sockets: measureSockets,
  webhooks: measureWebhooks,
  answers: measureAnswers,
  media: measureMedia,
  guests: measureGuests,
  recorder: measureRecorder,
};
const named = process.argv.slice(2);
const goals: Goal[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (named.length === 0 || named.includes(name)) goals.push(...(await measure()));
}
await dispose();
report({ name: 'limits', unit: 'ms', figures: {}, goals, isKept: named.length === 0 });
