import { fork } from 'node:child_process';
import { join } from 'node:path';
import { dispose } from '@livekit/rtc-node';
import { report, spreadOf } from '../lib/report.ts';
import type { AttackCount } from './lib/attack-loop.ts';
import type { Target } from './lib/attackers.ts';
import { Bystanders } from './lib/bystanders.ts';

/**
 * `npm run soak -- attacks [minutes]`: a process of its own runs every attack of items 1 to 4 of
 * docs/operators/security.md at once, while a call, a chat and a recording continue; none of them may be disturbed.
 */
const [minutes = 10] = process.argv.slice(2).map(Number);
if (!(minutes > 0)) {
  console.error('Usage: npm run soak -- attacks [minutes], where minutes is more than 0');
  process.exit(2);
}
const seconds = minutes * 60;
const bystanders = await Bystanders.start();
const { lectern } = bystanders.server;
const emptyRoom = await bystanders.server.newRoom();

/** Resolves to the attackers' own counts. The attacks must not share the event loop of the honest clients. */
function attackFromOutside(): Promise<AttackCount[]> {
  return new Promise((resolve, reject) => {
    const { spaceId, at } = emptyRoom;
    const target: Target = { url: lectern.url, seconds, spaceId, roomId: at.roomId };
    const child = fork(join(import.meta.dirname, 'lib/attackers.ts'), [JSON.stringify(target)]);
    child.once('message', (counts) => resolve(counts as AttackCount[]));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the attackers exited with ${code}`)));
  });
}

try {
  const counts = await attackFromOutside();
  const found = await bystanders.finish();
  for (const fault of found.faults) console.log(`  fault: ${fault}`);
  report({
    name: 'soak-attacks',
    unit: 'ms',
    figures: {
      minutes,
      ...Object.fromEntries(
        counts.map(({ name, begun, refused }) => [`attack: ${name}`, `${begun} times, ${refused} cut`]),
      ),
      'chat messages': found.messages,
      'recorded seconds': found.recordedSeconds,
      'GET /healthz': spreadOf(found.healthMs),
      'a newcomer enters': spreadOf(found.entryMs),
      'memory of the server, first sample, MB': found.memory.first,
      'memory of the server, most, MB': found.memory.most,
      'memory of the server, last sample, MB': found.memory.last,
    },
    goals: [
      {
        what: 'faults that the call, the chat or the recording noticed',
        measured: found.faults.length,
        bound: 0,
        unit: '',
      },
      { what: 'longest silence in the recording', measured: found.longestSilence, bound: 0.5, unit: 's' },
      { what: 'longest still in the recording', measured: found.longestStill, bound: 1, unit: 's' },
      { what: 'newcomers who entered', measured: found.entryMs.length, bound: 1, unit: '', atLeast: true },
    ],
    isKept: minutes >= 10,
  });
} finally {
  await bystanders.close();
  await dispose();
}
