import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietLog } from '../../testing/quiet-log.ts';
import { shorten } from '../../testing/timings.ts';
import type { EngineParticipant } from '../engines/media/media.ts';
import { disconnectDoubled, timings } from './doubled-tracks.ts';
import type { CallParts } from './parts.ts';

const whom = { roomId: 'room', identity: 'gus' };

/** A media server that shows one participant with these sources, and counts what it is asked. */
function engineWith(sources: string[]) {
  const asked = { looks: 0, removed: [] as string[] };
  const person = { identity: whom.identity, tracks: sources.map((source) => ({ source })) };
  const engine = {
    findParticipant: async () => {
      asked.looks += 1;
      return person as EngineParticipant;
    },
    remove: async (_roomId: string, identity: string) => void asked.removed.push(identity),
  };
  return { asked, parts: { engine, log: quietLog } as unknown as CallParts };
}

test('sixty tracks of one source cause one look and one removal', async (t) => {
  shorten(timings, { exchangeMs: 5 }, t);
  const { asked, parts } = engineWith(Array.from({ length: 60 }, () => 'microphone'));
  await Promise.all(Array.from({ length: 60 }, () => disconnectDoubled(parts, whom)));
  assert.deepEqual(asked, { looks: 1, removed: ['gus'] });
});

test('a client that exchanged a track for another stays', async (t) => {
  shorten(timings, { exchangeMs: 5 }, t);
  const { asked, parts } = engineWith(['microphone', 'camera', 'screen', 'screen_audio']);
  await disconnectDoubled(parts, whom);
  assert.deepEqual(asked, { looks: 1, removed: [] });
});
