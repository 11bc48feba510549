import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { seedOf } from '../../server/testing/fuzzing/chance.ts';
import { type LecternProcess, startLectern } from '../../server/testing/lectern.ts';
import { callRounds, totalsOf } from './lib/call-rounds.ts';

let lectern: LecternProcess;
before(async () => {
  lectern = await startLectern({ LECTERN_CALL_END_GRACE_SECONDS: '2' });
});
after(async () => {
  await dispose();
  await lectern?.remove();
});

test('calls and visits are right although the server is killed with -9 while people join and leave', async (t) => {
  const seed = seedOf(t);
  const totals = totalsOf(await callRounds(lectern, { seed, rounds: 1 }));
  const { missed, invented, unsound, wrongCounts } = totals;
  const none = { missed: 0, invented: 0, unsound: 0, wrongCounts: 0 };
  assert.deepEqual({ missed, invented, unsound, wrongCounts }, none, `seed ${seed}`);
  assert.ok(Math.max(...totals.entryErrors) < 1_000, `seed ${seed}: ${totals.entryErrors}`);
  assert.ok(Math.max(...totals.exitErrors) < 5_000, `seed ${seed}: ${totals.exitErrors}`);
});
