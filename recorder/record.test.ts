import assert from 'node:assert/strict';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { startOwnCall } from '../server/testing/engines/own-call.ts';
import { names, voiceName } from './folder/job.ts';
import { type StageEntry, slideNameOf } from './folder/stage.ts';
import { colours } from './testing/colours.ts';
import { Sound } from './testing/hearing.ts';
import { firstPicture, pictureAt } from './testing/looking.ts';
import { factsOfMedia } from './testing/media-facts.ts';
import { openStudio } from './testing/studio.ts';

// A real call with known media. The file's own times are compared, so a slow machine changes nothing.
const studio = openStudio(startOwnCall);

/** A page of one colour, as our server makes pictures of pages. */
async function pageOf(colour: 'blue' | 'yellow'): Promise<Buffer> {
  const canvas = createCanvas(1280, 720);
  const context = canvas.getContext('2d');
  context.fillStyle = colour === 'blue' ? 'rgb(30 40 230)' : 'rgb(230 220 20)';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.encode('webp');
}

suite('a recording of a call', { concurrency: 2 }, () => {
  test('the file of a call of two has pictures, sound, voices and a complete journal', async () => {
    const room = studio.room();
    const ada = await room.shows('Ada', { colour: 'red' }, 440);
    const bob = await room.shows('Bob', { colour: 'blue' }, 660);
    const recorder = await room.record();
    const { at } = await recorder.until('picture');
    await recorder.recorded(3.5);
    await bob.mute('camera');
    await bob.mute('microphone');
    const mutedAt = (Date.now() - Date.parse(at)) / 1000;
    await recorder.recorded(mutedAt + 3);
    const stopAt = Date.now();
    const ended = await recorder.stop({ at: new Date(stopAt).toISOString() });

    const path = recorder.path(names.capture);
    const facts = await factsOfMedia(path);
    const truth = (stopAt - Date.parse(at)) / 1000;
    assert.deepEqual([facts.video?.codec, facts.video?.width, facts.video?.height], ['h264', 1280, 720]);
    assert.deepEqual([facts.audio?.codec, facts.audio?.sampleRate], ['aac', 48_000]);
    assert.ok(facts.video?.isMonotonic && facts.audio?.isMonotonic);
    for (const end of [facts.video?.end ?? 0, facts.audio?.end ?? 0])
      assert.ok(Math.abs(end - truth) < 0.5, `${end} s instead of ${truth}`);
    assert.equal(ended.reason, 'stopped');
    assert.ok(Math.abs(ended.t - truth) < 0.1, `the journal says ${ended.t} instead of ${truth}`);

    const sound = Sound.of(path);
    assert.ok(sound.hasTone(440, [1.5, truth - 0.5]), 'Ada is heard to the end');
    assert.ok(sound.hasTone(660, [1.5, mutedAt - 0.5]), 'Bob is heard until he is muted');
    assert.ok(!sound.hasTone(660, [mutedAt + 1.5, truth - 0.5], { share: 0.1 }), 'Bob is not heard after it');
    const both = firstPicture(path, (picture) => picture.shareOf(colours.blue) > 0.1);
    assert.ok(both && both.t < mutedAt + 1 && both.shareOf(colours.red) > 0.1, 'two tiles in a row');
    const late = pictureAt(path, truth - 0.3);
    assert.ok(late.shareOf(colours.red) > 0.1 && late.shareOf(colours.blue) < 0.01, 'Bob has a placeholder');

    const voices = recorder.entries('voice');
    assert.deepEqual(voices.map(({ participantId }) => participantId).sort(), [ada.id, bob.id].sort());
    assert.deepEqual(voices.map(({ name }) => name).sort(), ['Ada', 'Bob']);
    for (const { number, participantId, t } of voices) {
      const voice = Sound.of(recorder.path(voiceName(number)));
      const [own, other] = participantId === ada.id ? [440, 660] : [660, 440];
      assert.ok(
        voice.hasTone(own, [1.5, mutedAt - t - 0.5]) && !voice.hasTone(other, [1, 3], { share: 0.1 }),
      );
      assert.ok(Math.abs(t + voice.seconds - truth) < 0.3, `${t} + ${voice.seconds} instead of ${truth}`);
    }
    const spoken = recorder.entries('spoke').filter(({ participantId }) => participantId === bob.id);
    assert.ok(spoken.length >= 1);
    const last = spoken.at(-1)?.to ?? 0;
    assert.ok(Math.abs(last - mutedAt) < 1, `Bob spoke until ${last}, but was muted at ${mutedAt}`);
    assert.ok(recorder.entries('beat').some(({ bytes }) => bytes > 10_000));
    assert.deepEqual(
      recorder.journal
        .filter(({ type }) => ['began', 'joined', 'picture', 'ended'].includes(type))
        .map((e) => e.type),
      ['began', 'joined', 'picture', 'ended'],
    );
    assert.equal(await recorder.exit(), 0);

    const before = await readFile(path);
    const second = await room.record({ folder: recorder.folder });
    assert.equal(await second.exit(), 3, 'a second recorder changes nothing in this folder');
    assert.ok((await readFile(path)).equals(before));
    assert.equal(recorder.entries('began').length, 1);
  });

  test('the journal has departures and returns, and SIGTERM ends the recording properly', async () => {
    const room = studio.room();
    const ada = await room.shows('Ada', { colour: 'green' }, 500);
    const recorder = await room.record({
      changes: { layout: 'speaker', width: 640, height: 360 },
    });
    await recorder.until('picture');
    await recorder.recorded(4);
    await ada.leave();
    const empty = await recorder.until('empty');
    await room.shows('Ada', { colour: 'yellow' }, 700);
    const peopled = await recorder.until('peopled');
    assert.ok(empty.t < peopled.t);
    await recorder.recorded(peopled.t + 4.5);
    await recorder.kill('SIGTERM');
    const ended = await recorder.ended();
    assert.equal(ended.reason, 'stopped');
    const path = recorder.path(names.capture);
    const sound = Sound.of(path);
    assert.ok(sound.hasTone(500, [2, empty.t - 1.5]));
    assert.ok(sound.hasTone(700, [peopled.t + 3, ended.t - 0.5]));
    assert.ok(pictureAt(path, ended.t - 0.3).shareOf(colours.yellow) > 0.5);
  });

  test('the page on the stage is large while the stage says so, and its pages follow each other', async () => {
    const room = studio.room();
    await room.shows('Ada', { colour: 'red' }, 440);
    const recorder = await room.record();
    const put = async (version: number, colour?: 'blue' | 'yellow'): Promise<number> => {
      const entry: StageEntry = {
        ...{ title: `Page in ${colour}`, document: 'Algebra' },
        ...{ at: new Date().toISOString(), version, kind: colour ? 'page' : 'none', participantId: null },
        ...{ documentId: colour ? 'algebra' : null, page: colour ? version : null },
      };
      const name = slideNameOf(entry);
      if (name && colour) await writeFile(join(recorder.folder, name), await pageOf(colour));
      await appendFile(recorder.path(names.stage), `${JSON.stringify(entry)}\n`);
      return (Date.parse(entry.at) - Date.parse(at)) / 1000;
    };
    const { at } = await recorder.until('picture');
    await recorder.recorded(2);
    const turns = [];
    for (const [version, colour] of [
      [1, 'blue'],
      [2, 'yellow'],
      [3, undefined],
    ] as const) {
      turns.push(await put(version, colour));
      await recorder.recorded((turns.at(-1) ?? 0) + 2.5);
    }
    const [blue = 0, yellow = 0, none = 0] = turns;
    const { t } = await recorder.stop({ at: new Date().toISOString() });
    const shareAt = (second: number, colour: 'red' | 'blue' | 'yellow') =>
      pictureAt(recorder.path(names.capture), second).shareOf(colours[colour]);
    assert.ok(shareAt(blue - 0.3, 'red') > 0.5, 'Ada alone at first');
    assert.ok(shareAt(blue + 1.8, 'blue') > 0.5, 'the first page');
    assert.ok(shareAt(blue + 1.8, 'red') > 0.012, 'Ada is beside it');
    assert.ok(
      shareAt(yellow + 1.8, 'yellow') > 0.5 && shareAt(yellow + 1.8, 'blue') < 0.01,
      'the second page',
    );
    assert.ok(shareAt(Math.min(none + 2, t - 0.2), 'red') > 0.5, 'Ada alone at the end');

    const pages = recorder.entries('page');
    assert.deepEqual(
      pages.map(({ page, title, document }) => [page, title, document]),
      [
        [1, 'Page in blue', 'Algebra'],
        [2, 'Page in yellow', 'Algebra'],
      ],
    );
    for (const [index, colour] of (['blue', 'yellow'] as const).entries()) {
      const first = firstPicture(
        recorder.path(names.capture),
        (picture) => picture.shareOf(colours[colour]) > 0.05,
      );
      const entered = pages[index]?.t ?? Number.NaN;
      assert.ok(first && Math.abs(first.t - entered) <= 0.2, `${colour} is at ${first?.t}, not ${entered}`);
    }
    const layouts = recorder.entries('layout');
    const at1 = layouts.findLast((layout) => layout.t <= blue + 1.8);
    assert.deepEqual(at1?.tiles.map(({ participantId, source }) => [participantId === null, source]).sort(), [
      [false, 'camera'],
      [true, 'page'],
    ]);
    assert.deepEqual(layouts.at(-1)?.tiles.length, 1);
  });
});
