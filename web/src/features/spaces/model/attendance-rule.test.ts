import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  minTimeOf,
  minutesFault,
  neededSeconds,
  percentFault,
  percentOf,
  secondsFault,
  secondsOf,
  shareOf,
} from './attendance-rule.ts';

test('a share is shown in per cent and read again without a rounding error', () => {
  for (const minShare of [0, 0.07, 0.29, 0.575, 0.85, 1 / 8, 1]) {
    assert.equal(shareOf(percentOf({ minShare, minSeconds: 0 })), minShare);
  }
  assert.equal(percentOf({ minShare: 0.29, minSeconds: 0 }), '29');
});

test('a share may be written with a comma, spaces and a sign', () => {
  assert.deepEqual([shareOf(' 37,5 % '), shareOf('85%'), shareOf('100')], [0.375, 0.85, 1]);
});

test('a share that is no number from 0 to 100 is a fault', () => {
  assert.equal(percentFault('  '), 'missing');
  for (const percent of ['101', '100.5', '-1', '1e1', 'much', '8 5', '٥']) {
    assert.equal(percentFault(percent), 'bad', percent);
  }
  for (const percent of ['0', '100', '85.5']) assert.equal(percentFault(percent), undefined, percent);
});

test('a minimum time is whole minutes and seconds, and an empty field is 0', () => {
  assert.deepEqual(minTimeOf({ minShare: 0, minSeconds: 615 }), { minutes: '10', seconds: '15' });
  assert.equal(secondsOf({ minutes: '10', seconds: '15' }), 615);
  assert.equal(secondsOf({ minutes: '', seconds: ' ' }), 0);
  for (const minutes of ['-1', '1.5', '16667', 'ten']) {
    assert.equal(minutesFault({ minutes, seconds: '0' }), 'bad', minutes);
  }
  assert.equal(secondsFault({ minutes: '0', seconds: '60' }), 'bad');
  assert.equal(secondsFault({ minutes: 'ten', seconds: '59' }), undefined);
  const most = minTimeOf({ minShare: 0, minSeconds: 1_000_000 });
  assert.deepEqual([minutesFault(most), secondsOf(most)], [undefined, 1_000_000]);
});

test('the longer of both conditions decides how long a person has to be there', () => {
  const none = { minutes: '0', seconds: '0' };
  assert.equal(neededSeconds('85', none, 2700), 2295);
  assert.equal(neededSeconds('29', none, 100), 29);
  assert.equal(neededSeconds('85', { minutes: '40', seconds: '' }, 2700), 2400);
  assert.equal(neededSeconds('0', none, 2700), 0);
  assert.equal(neededSeconds('', none, 2700), undefined);
  assert.equal(neededSeconds('85', { minutes: 'x', seconds: '0' }, 2700), undefined);
});
