import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { mapIn, segmentsIn } from '../../../testing/webinars/playlists.ts';
import { LivePlaylists, type LiveRendition } from './live-playlists.ts';
import { segmentTimesOf } from './playlist.ts';
import { SegmentAddresses } from './segment-addresses.ts';

const startDate = new Date('2026-05-04T10:00:00.000Z');
const times = segmentTimesOf(Array.from({ length: 200 }, () => 2.5));
const rendition = { startDate, name: 'source', times, keyOf: (index: number) => `videos/one/${index}.m4s` };
const live = (sessionId: string, begin = startDate): LiveRendition => ({
  ...rendition,
  sessionId,
  startDate: begin,
});

/** A storage whose addresses state the file and the end of their validity. */
class SignedFiles {
  signed = 0;
  addressOf = async (key: string, { until }: { until: Date }): Promise<string> => {
    this.signed += 1;
    return `https://files.example.org/${until.toISOString()}/${key}`;
  };
}

/** A node's playlists, and the clock. */
function stage(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'], now: startDate });
  const files = new SignedFiles();
  const playlists = new LivePlaylists(new SegmentAddresses(files));
  const at = (second: number): void => t.mock.timers.setTime(startDate.getTime() + second * 1000);
  const read = async (session: LiveRendition): Promise<string[]> => {
    const text = (await playlists.of(session)).plain.toString();
    return [mapIn(text), ...segmentsIn(text)];
  };
  return { files, at, read };
}

const keyIn = (address: string): string => address.slice(address.indexOf('/videos/'));
const untilIn = (address: string): number => Date.parse(address.split('/')[3] ?? '');

test('a segment keeps its address as long as it is listed, and the address outlasts that', async (t) => {
  const { at, read } = stage(t);
  const known = new Map<string, string>();
  for (let second = 0; second < 400; second += 1.7) {
    at(second);
    for (const address of await read(live('one'))) {
      assert.equal(known.get(keyIn(address)) ?? address, address, `at second ${second}`);
      known.set(keyIn(address), address);
      assert.ok(untilIn(address) >= Date.now() + 43_000);
    }
  }
});

test('two sessions of one video at different seconds do not change each other’s addresses', async (t) => {
  const { at, read } = stage(t);
  const later = live('two', new Date(startDate.getTime() + 40_000));
  const known = new Map<string, string>();
  for (let second = 0; second < 300; second += 1.7) {
    at(second);
    await read(live('one'));
    for (const address of await read(later)) {
      assert.equal(known.get(keyIn(address)) ?? address, address, `at second ${second}`);
      known.set(keyIn(address), address);
    }
  }
});

test('the address of a segment is valid for two minutes at most, and is signed once for all viewers', async (t) => {
  const { files, at, read } = stage(t);
  at(100);
  const [, ...segments] = await read(live('one'));
  for (const address of segments) assert.ok(untilIn(address) <= Date.now() + 120_000);
  const { signed } = files;
  at(102.5);
  await read(live('one'));
  assert.equal(files.signed, signed + 1);
});
