import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ticks } from '../../../../platform/clock.ts';
import { usualLimits } from '../limits.ts';
import { Connection } from './connection.ts';
import { Sweeper } from './sweeper.ts';
import type { Transport } from './transport.ts';

const people = 3_000;
/** A thirtieth of all connections, and what chance adds. */
const mostAtOnce = 160;

/** Connections that answer every ping at once, all connected in the same moment. */
function connectAll(moment: number) {
  const sweeper = new Sweeper(usualLimits.sweepMs, moment);
  let pings = 0;
  for (let count = 0; count < people; count += 1) {
    const transport = { isClosed: false, queue: () => undefined };
    const connection: Connection = new Connection(
      Object.assign(transport, {
        flush: () => {
          pings += 1;
          connection.pongBy = Number.POSITIVE_INFINITY;
        },
      }) as unknown as Transport,
      {
        limits: usualLimits,
        onCommand: () => undefined,
        onFailed: assert.fail,
        onClosed: () => assert.fail('a connection was closed'),
      },
    );
    connection.state = 'open';
    connection.startPings(moment);
    sweeper.add(connection);
  }
  /** Sweeps until this time passed. @returns the pings of each tick */
  const sweepFor = (from: number, milliseconds: number): number[] => {
    const counts: number[] = [];
    for (let at = from; at < from + milliseconds; at += sweeper.everyMs) {
      pings = 0;
      sweeper.sweep(at);
      counts.push(pings);
    }
    return counts;
  };
  return { sweeper, sweepFor };
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

test('pings go out every 100 ms, each time to few connections', () => {
  const start = ticks();
  const { sweeper, sweepFor } = connectAll(start);
  assert.equal(sweeper.everyMs, 100);
  sweepFor(start, 6_000);
  const counts = sweepFor(start + 6_000, 9_000);
  assert.equal(sum(counts), 3 * people);
  assert.ok(Math.max(...counts) <= mostAtOnce, `${counts}`);
});

test('after the event loop was blocked, late pings take a second, and later ones are spread as before', () => {
  const start = ticks();
  const { sweepFor } = connectAll(start);
  sweepFor(start, 6_000);
  const late = sweepFor(start + 20_000, 1_000);
  assert.ok(Math.max(...late) <= people / 10, `${late}`);
  sweepFor(start + 21_000, 3_000);
  const counts = sweepFor(start + 24_000, 9_000);
  assert.equal(sum(counts), 3 * people);
  assert.ok(Math.max(...counts) <= mostAtOnce, `${counts}`);
});

test('a connection that is gone is not swept any more', () => {
  const sweeper = new Sweeper(1_000, 0);
  const connection = { sweep: () => assert.fail('swept') };
  sweeper.add(connection);
  sweeper.delete(connection);
  for (let count = 1; count <= 20; count += 1) sweeper.sweep(count * 100);
});
