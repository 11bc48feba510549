import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import {
  enterWebinar,
  insertSession,
  makeWatchable,
  writeVideoFiles,
} from '../../../testing/webinars/watchable.ts';

let lectern: InProcess;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  return answer.text();
}

const mediaUrl = (playlistUrl: string, rendition = 'source') =>
  playlistUrl.replace('master.m3u8', `${rendition}.m3u8`);

const addressesIn = (playlist: string): string[] =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('the program states what runs, what comes next and how long the video is', async () => {
  const webinar = await makeWatchable(lectern, database.db, { redirectUrl: 'https://example.org/thanks' });
  const { db } = database;
  const before = await lectern.client().getProgram(webinar.at);
  assert.deepEqual(
    { ...before, serverTime: '' },
    {
      ...{ serverTime: '', name: 'Algebra, repeated', isPermanent: false, running: null, next: [] },
      ...{ replay: null, duration: 600, redirectUrl: 'https://example.org/thanks' },
    },
  );
  const later = await insertSession(db, webinar, { begunAgo: -3600 });
  const running = await insertSession(db, webinar, { begunAgo: 100 });
  const program = await lectern.client().getProgram(webinar.at);
  assert.equal(program.running?.id, running.id);
  assert.deepEqual(
    program.next.map(({ id }) => id),
    [later.id],
  );
  assert.ok(Math.abs(seconds(program.serverTime, new Date().toISOString())) < 5);
});

test('a viewer of a running session gets the second of the server’s clock and a playlist around it', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  writeVideoFiles(lectern, webinar.video);
  const session = await insertSession(database.db, webinar, { begunAgo: 200 });
  const { api } = await enterWebinar(lectern, webinar);
  const viewing = await api.openViewing({ ...webinar.at, body: {} });
  assert.equal(viewing.kind, 'live');
  assert.equal(viewing.isSeekable, false);
  assert.equal(viewing.session.id, session.id);
  assert.ok(Math.abs(viewing.position - seconds(viewing.session.startDate, viewing.serverTime)) < 0.002);
  const master = await textOf(viewing.playlistUrl);
  assert.match(master, /source\.m3u8\n/);
  assert.match(master, /360p\.m3u8\n/);
  for (const rendition of ['source', '360p']) {
    const playlist = await textOf(mediaUrl(viewing.playlistUrl, rendition));
    const addresses = addressesIn(playlist);
    assert.ok(addresses.length > 20 && addresses.length < 32, `${addresses.length} segments`);
    const map = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1] ?? '';
    for (const address of [map, addresses[0], addresses.at(-1)]) {
      const segment = await fetch(address ?? '');
      assert.equal(segment.status, 200);
      assert.equal((await segment.arrayBuffer()).byteLength, 1000);
    }
  }
  assert.equal((await fetch(viewing.posterUrl ?? '')).status, 200);
});
