import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seedOf } from '../../../testing/fuzzing/chance.ts';
import { type LecternProcess, startLectern } from '../../../testing/lectern.ts';
import { killRounds } from '../../../testing/receivers/webhook-kills.ts';
import { brokenByKills, nothingBrokenByKills } from '../../../testing/receivers/webhook-kills-verdict.ts';

/** `npm run soak -- webhooks` kills it many times. */
const kills = 1;
const events = 120;

let lectern: LecternProcess;
before(async () => {
  lectern = await startLectern({ LECTERN_WEBHOOK_RETRY_SECONDS: '1,1' });
});
after(() => lectern?.remove());

test('kill -9 during deliveries: nothing is lost, and an attempt is made twice at most', async (t) => {
  const seed = seedOf(t);
  const outcome = await killRounds(lectern, { seed, kills, events });
  assert.deepEqual(brokenByKills(outcome), nothingBrokenByKills, `seed ${seed}`);
  assert.equal(outcome.events, outcome.kills * events);
  assert.equal(outcome.givenUp, 0);
});
