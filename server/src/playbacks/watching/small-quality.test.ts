import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { playlistAt, renditionUrl, segmentsIn } from '../../../testing/webinars/playlists.ts';
import { enterWebinar, insertSession, makeWatchable } from '../../../testing/webinars/watchable.ts';
import { timings } from './playable-videos.ts';

shorten(timings, { knownMs: 50 });
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

const lengthsIn = (playlist: string): number[] =>
  [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));

/** The start of the first segment, by its date. */
const dateIn = (playlist: string): number =>
  Date.parse(/#EXT-X-PROGRAM-DATE-TIME:(.+)/.exec(playlist)?.[1] ?? '');

for (const isPermanent of [false, true]) {
  const kind = isPermanent ? 'permanent' : 'running';
  test(`viewers of a ${kind} session get a small quality as soon as its files are stored`, async () => {
    const webinar = await makeWatchable(lectern, database.db, { isReplayAllowed: isPermanent });
    await insertSession(database.db, webinar, { begunAgo: 200, isPermanent });
    const setReady = (ready_at: Date | null) =>
      database.db
        .updateTable('video_renditions')
        .set({ ready_at })
        .where('video_id', '=', webinar.video.id)
        .where('name', '=', '360p')
        .execute();
    await setReady(null);
    const { api } = await enterWebinar(lectern, webinar);
    const { playlistUrl } = await api.openViewing({ ...webinar.at, body: {} });
    const smallUrl = renditionUrl(playlistUrl, '360p');
    assert.doesNotMatch(await playlistAt(playlistUrl), /360p/);
    assert.equal((await fetch(smallUrl)).status, 404);
    const full = await playlistAt(renditionUrl(playlistUrl));

    await setReady(new Date());
    const listed = async () => /source\.m3u8\n.*360p\.m3u8\n/s.test(await playlistAt(playlistUrl));
    await waitUntil(listed, { timeout: 10_000, message: 'both qualities in the master playlist' });
    const small = await playlistAt(smallUrl);
    const again = await playlistAt(renditionUrl(playlistUrl));
    // Both have the same segments at other addresses, and a player of the full size sees no change.
    assert.deepEqual(lengthsIn(small).slice(0, 5), lengthsIn(again).slice(0, 5));
    assert.equal(new Set([...segmentsIn(small), ...segmentsIn(again)]).size, segmentsIn(small).length * 2);
    const common = segmentsIn(again).filter((address) => segmentsIn(full).includes(address));
    assert.ok(common.length > 10);
    if (isPermanent) return;
    const end = dateIn(small) + 1000 * lengthsIn(small).reduce((sum, length) => sum + length, 0);
    assert.ok(end <= Date.now() + 12_000, 'nothing beyond the clock and 12 s');
  });
}
