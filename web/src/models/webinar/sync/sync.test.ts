import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentile, runSyncStage, type SyncRun, type SyncStage } from './sync.fake.ts';
import { Sync } from './sync.ts';

/** A repeatable source of chance. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

/** The same stage with different chance. */
const runs = (stage: (random: () => number) => SyncStage): SyncRun[] =>
  seeds.map((seed) => runSyncStage(stage(seeded(seed))));

function assertInStep(run: SyncRun): void {
  assert.ok(percentile(run.errors, 0.5) <= 0.04, `p50 ${percentile(run.errors, 0.5)}`);
  assert.ok(percentile(run.errors, 0.95) <= 0.1, `p95 ${percentile(run.errors, 0.95)}`);
}

/** The most corrections within any minute, not counting the first seconds. */
function mostInMinute({ corrections }: SyncRun): number {
  const later = corrections.filter((at) => at > 5);
  return Math.max(0, ...later.map((at) => later.filter((other) => other >= at && other < at + 60).length));
}

test('a player stays in step for an hour without a correction that is noticed', () => {
  const [run] = [runSyncStage({ duration: 3_600, random: seeded(1) })];
  assertInStep(run);
  assert.equal(mostInMinute(run), 0);
});

test('a late viewer is within 0.3 s after 2 s, whatever a seek costs', () => {
  for (const cost of [0.02, 0.1, 0.3, 0.8]) {
    for (const run of runs((random) => ({
      duration: 60,
      random,
      seekCost: () => cost * (0.7 + random() * 0.6),
    }))) {
      assert.ok(run.settledAfter <= 2, `a cost of ${cost} s settles after ${run.settledAfter} s`);
      assertInStep(run);
      assert.ok(mostInMinute(run) <= 1);
    }
  }
});

test('a seek that takes seconds is not taken for drift', () => {
  for (const run of runs((random) => ({ duration: 600, random, seekCost: () => 1 + random() * 1.5 }))) {
    assert.ok(run.corrections.length <= 3, `${run.corrections.length} corrections`);
    assertInStep(run);
  }
});

test('after the network stalled, one seek brings the player back', () => {
  for (const run of runs((random) => ({ duration: 180, random, stalls: [{ at: 60, seconds: 4 }] }))) {
    assert.ok(mostInMinute(run) <= 2);
    const after = run.errors.slice(Math.floor((70 - 5) / 0.05));
    assert.ok(percentile(after, 0.95) <= 0.1);
  }
});

test('a network that stalls all the time causes no endless seeking', () => {
  const stalls = Array.from({ length: 60 }, (_, index) => ({ at: 10 + index * 10, seconds: 3 }));
  for (const run of runs((random) => ({ duration: 600, random, stalls }))) {
    assert.ok(run.corrections.length <= 14, `${run.corrections.length} corrections in ten minutes`);
  }
});

test('short stalls are caught up by the rate', () => {
  const stalls = [30, 130, 230].map((at) => ({ at, seconds: 0.3 }));
  for (const run of runs((random) => ({ duration: 300, random, stalls }))) {
    assert.equal(mostInMinute(run), 0);
    assert.ok(percentile(run.errors, 0.93) <= 0.1, `p93 ${percentile(run.errors, 0.93)}`);
    assert.ok(run.rates.every((rate) => rate >= 0.95 && rate <= 1.05));
  }
});

test('a hidden tab with slow timers stays in step, and is so when it is shown', () => {
  for (const every of [1, 60]) {
    for (const run of runs((random) => ({
      duration: 400,
      random,
      ppm: 300,
      hidden: { from: 60, until: 300, every },
    }))) {
      assertInStep(run);
      assert.ok(mostInMinute(run) <= 1);
    }
  }
});

test('after the device slept, the player is back at once', () => {
  for (const run of runs((random) => ({ duration: 240, random, sleep: { at: 60, seconds: 60 } }))) {
    const after = run.errors.filter((_, index) => 5 + index * 0.05 > 65);
    assert.ok(percentile(after, 0.95) <= 0.1, `p95 ${percentile(after, 0.95)}`);
    assert.ok(run.corrections.filter((at) => at > 60).length <= 2);
  }
});

test('a corrected estimate of the clock is followed by the rate or one correction', () => {
  for (const by of [0.05, -0.2, 0.7, -0.7]) {
    const clockSteps = [
      { at: 30, by },
      { at: 60, by: -by },
    ];
    for (const run of runs((random) => ({ duration: 120, random, clockSteps }))) {
      const after = run.errors.slice(Math.floor((80 - 5) / 0.05));
      assert.ok(percentile(after, 0.95) <= 0.1, `a step of ${by} s: p95 ${percentile(after, 0.95)}`);
      assert.ok(run.corrections.filter((at) => at > 5).length <= 2);
    }
  }
});

test('without fine rates only seeks correct, and few of them', () => {
  for (const run of runs((random) => ({ duration: 600, random, mayTrim: false, ppm: 300 }))) {
    assert.deepEqual(run.rates, []);
    assert.ok(Math.max(...run.errors) < 0.6, `${Math.max(...run.errors)} s`);
    assert.ok(mostInMinute(run) <= 1);
  }
});

test('one wrong measurement changes nothing', () => {
  const sync = new Sync({ mayTrim: true });
  sync.begin(0);
  sync.take({ at: 0, position: 0, expected: 0 });
  const actions = Array.from({ length: 100 }, (_, index) => {
    const at = 1_000 + index * 40;
    const isWrong = index >= 30 && index < 36;
    return sync.take({ at, position: at / 1_000 + (isWrong ? 9 : 0), expected: at / 1_000 });
  });
  assert.ok(actions.every(({ kind }) => kind === 'none'));
});

test('a player that is ahead waits; a hidden one seeks back', () => {
  const ahead = (isHidden: boolean) => {
    const sync = new Sync({ mayTrim: true });
    sync.begin(0);
    sync.take({ at: 0, position: 0, expected: 0, isHidden });
    for (let at = 1_000; at < 3_000; at += 40) {
      const action = sync.take({ at, position: at / 1_000 + 1, expected: at / 1_000, isHidden });
      if (action.kind !== 'none' && action.kind !== 'rate') return action;
    }
    return undefined;
  };
  assert.equal(ahead(false)?.kind, 'hold');
  assert.equal(ahead(true)?.kind, 'seek');
});
