import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  logFaults,
  type ReceivedEvent,
  type RecordOutcome,
  recordFaults,
  webhookFaults,
  writeFaults,
} from './lib/fleet/verdict.ts';

const event = (id: string, eventName: string, more: Partial<ReceivedEvent> = {}): ReceivedEvent => ({
  ...{ id, eventName, roomId: 'r', callId: 'c', recordId: undefined, body: `body of ${id}`, ...more },
});
const record = (more: Partial<RecordOutcome> = {}): RecordOutcome => ({
  ...{ id: '1', state: 'finished', failure: null, isPartial: false, duration: 20, inFile: 20 },
  ...{ startedAt: new Date(0), stoppedAt: new Date(20_000), stopReason: 'person', ...more },
});
const ofRecord = { recordId: 'x' };
const told = [
  event('1', 'call_started'),
  event('2', 'record_started', ofRecord),
  event('3', 'record_finished', ofRecord),
  event('4', 'call_finished'),
];

suite('what the fleet soak counts as a fault', () => {
  test('webhooks that are lost, invented, changed, out of order or ended twice are faults', () => {
    assert.deepEqual(webhookFaults(told, told), []);
    assert.deepEqual(webhookFaults(told, [...told, ...told]), [], 'a repeated delivery is no fault');
    const [, , finished, over] = told;
    assert.deepEqual(webhookFaults(told, told.slice(0, 3)), ['call_finished 4 never came']);
    assert.deepEqual(webhookFaults(told.slice(0, 3), told), ['event 4 was never announced']);
    const changed = webhookFaults(told, [...told, event('4', 'call_finished', { body: 'another' })]);
    assert.deepEqual(changed, ['event 4 came with other bytes']);
    const swapped = [finished, over, told[0], told[1]].filter((one) => one !== undefined);
    assert.deepEqual(webhookFaults(told, swapped), [
      'call_finished of c came before call_started',
      'record_finished of x came before record_started',
    ]);
    const second = event('5', 'record_failed', ofRecord);
    assert.deepEqual(webhookFaults([...told, second], [...told, second]), ['record x has 2 final events']);
  });

  test('recordings that are unfinished, wrongly complete, too short or too long are faults', () => {
    assert.deepEqual(recordFaults([record(), record({ state: 'failed', failure: 'recorder_lost' })]), []);
    assert.deepEqual(recordFaults([record({ isPartial: true, duration: 7, inFile: 7 })]), []);
    for (const [more, text] of [
      [{ state: 'processing' }, 'it is left as processing'],
      [{ state: 'failed', failure: 'broken' }, 'failed as broken'],
      [{ state: 'failed', failure: 'no_picture' }, 'it had a picture and failed as no_picture'],
      [{ inFile: undefined }, 'it has no file'],
      [{ inFile: 12 }, 'its file lasts 12 s, and is said to last 20 s'],
      [{ duration: 12, inFile: 12 }, 'it lasts 12 s, and ran for 20 s'],
      [{ isPartial: true, duration: 30, inFile: 30 }, 'it lasts 30 s of 20 s'],
    ] as const) {
      assert.deepEqual(recordFaults([record(more)]), [`record 1: ${text}`]);
    }
  });

  test('a write that was lost, stored twice or never acknowledged is a fault', () => {
    assert.deepEqual(writeFaults(['a', 'b'], ['b', 'a']), []);
    assert.deepEqual(writeFaults(['a', 'b'], ['a', 'a', 'c']), [
      'the acknowledged room b is not there',
      'the room a is there twice',
      'the room c was never acknowledged',
    ]);
  });

  test('errors and unreadable lines in a log are faults', () => {
    const faults = (...lines: string[]) =>
      logFaults('api 1', lines.join('\n'), [{ code: 'database_away', from: 1_000, to: 2_000 }]).length;
    assert.equal(faults('{"level":40,"msg":"waits"}', ''), 0);
    assert.equal(faults('{"level":50,"msg":"failed"}', 'TypeError: x', '    at main.ts:1'), 3);
    const refused = { level: 50, time: new Date(1_500), code: 'database_away', msg: 'a request failed' };
    assert.equal(faults(JSON.stringify(refused)), 0, 'the database was away then');
    for (const other of [{ time: new Date(2_001) }, { code: 'internal' }, { msg: 'failed' }]) {
      assert.equal(faults(JSON.stringify({ ...refused, ...other })), 1);
    }
  });
});
