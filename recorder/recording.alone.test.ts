import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { startOwnCall } from '../server/testing/engines/own-call.ts';
import { type Job, names } from './folder/job.ts';
import type { SpokenTurn } from './folder/result.ts';
import { type ColourName, colours } from './testing/colours.ts';
import { picturesIn } from './testing/decoding.ts';
import { Sound } from './testing/hearing.ts';
import { firstPicture, pictureAt, type StillPicture } from './testing/looking.ts';
import { factsOfMedia } from './testing/media-facts.ts';
import { near } from './testing/near.ts';
import type { RunningRecorder } from './testing/running-recorder.ts';
import { openStudio, type StudioRoom } from './testing/studio.ts';

// Published media must be found in the finished file. All times are those of the file.
const size = { width: 320, height: 180, fps: 15 };

async function record(room: StudioRoom, changes: Partial<Job>): Promise<RunningRecorder> {
  const recorder = await room.record({ changes });
  await recorder.until('picture');
  return recorder;
}

/** Share of the picture that has a colour. */
const share = (picture: StillPicture, colour: ColourName): number =>
  picture.shareOf(colours[colour], undefined, { step: 8 });

/** Joins turns with less than 2 s between them: a busy sender leaves a gap in its tone. */
const joined = (turns: SpokenTurn[]): SpokenTurn[] => {
  const all: SpokenTurn[] = [];
  for (const turn of turns) {
    const last = all.at(-1);
    if (last && turn.from - last.to < 2) last.to = turn.to;
    else all.push({ ...turn });
  }
  return all;
};

/** The first second of the file, from `from` on, at which a picture matches. */
function seenFrom(
  video: string,
  { from, what }: { from: number; what: string },
  holds: (picture: StillPicture) => boolean,
): number {
  const picture = firstPicture(video, holds, from);
  assert.ok(picture, `${what} cannot be seen after ${from} s`);
  return picture.t;
}

// Two tests of similar length run at once, as many as two cores can handle.
suite('published media is in the file', () => {
  const studio = openStudio(startOwnCall);

  suite('the people in the picture', { concurrency: 2 }, () => {
    test('three people in a grid have their places, names and voices; one turns the camera off, one leaves', async () => {
      const room = studio.room();
      await room.shows('Ада Лавлейс', { colour: 'red' }, 440);
      const second = await room.shows('Grace 🚀', { colour: 'blue' }, 660);
      const third = await room.shows('عمر', { colour: 'yellow' }, 880);
      const recorder = await record(room, { layout: 'grid' });
      await recorder.recorded(4);
      const offAt = recorder.seconds;
      await second.mute('camera');
      await second.mute('microphone');
      await recorder.recorded(offAt + 4);
      const leftAt = recorder.seconds;
      await third.leave();
      await recorder.recorded(leftAt + 4);
      const stopAt = Date.now();
      const [began] = recorder.entries('picture');
      const ended = await recorder.stop({ at: new Date(stopAt).toISOString() });
      const truth = (stopAt - Date.parse(began?.at ?? '')) / 1000;
      assert.equal(ended.reason, 'stopped');
      const { result, video } = await recorder.finish();

      const facts = await factsOfMedia(video);
      assert.deepEqual([facts.video?.codec, facts.video?.width, facts.video?.height], ['h264', 1280, 720]);
      assert.deepEqual(
        [facts.audio?.codec, facts.audio?.sampleRate, facts.streams.length],
        ['aac', 48_000, 2],
      );
      assert.ok(facts.isFastStart && facts.video?.isMonotonic && facts.audio?.isMonotonic);
      near(facts.duration, truth, 0.5);
      near(result.duration, truth, 0.5);
      near(facts.audio?.end, facts.video?.end ?? 0, 0.1);
      assert.equal([...picturesIn(video)].length, facts.video.packets);
      assert.equal(result.isPartial, false);

      // All three have the same size, the first two beside each other and the third below.
      const allAt = seenFrom(
        video,
        { from: 0, what: 'everybody' },
        (picture) =>
          share(picture, 'red') > 0.15 && share(picture, 'blue') > 0.15 && share(picture, 'yellow') > 0.15,
      );
      assert.ok(allAt < offAt - 0.4, `all three are seen only after ${allAt} s`);
      const all = pictureAt(video, offAt - 0.4);
      const red = all.boxOf(colours.red);
      const blue = all.boxOf(colours.blue);
      const yellow = all.boxOf(colours.yellow);
      assert.ok(red && blue && yellow);
      // People who were there before the recorder are in any order.
      const [left, right, below] = [red, blue, yellow].sort((a, b) => a.top - b.top || a.left - b.left);
      const told = JSON.stringify({ red, blue, yellow });
      assert.ok(left && right && below, told);
      assert.ok(left.right <= right.left + 8 && left.top === right.top && below.top >= left.bottom - 8, told);
      near((below.left + below.right) / 2, 640, 8);
      for (const box of [right, below]) near(box.right - box.left, left.right - left.left, 12);
      // Each tile has a name: letters instead of plain colour.
      for (const box of [red, blue, yellow]) {
        const foot = {
          left: box.left + 8,
          top: box.bottom - 50,
          right: box.left + 160,
          bottom: box.bottom - 8,
        };
        const head = { ...foot, top: box.top + 20, bottom: box.top + 62 };
        assert.ok(
          all.detail(foot) > 1 && all.detail(head) < 0.5,
          `${all.detail(foot)} and ${all.detail(head)}`,
        );
      }

      // The person without a camera has a placeholder with a mark: no blue, some drawing, and nobody else moved.
      const off = seenFrom(
        video,
        { from: offAt, what: 'the placeholder' },
        (picture) => share(picture, 'blue') < 0.005,
      );
      near(off, offAt + 0.5, 1.5);
      const without = pictureAt(video, off + 1.5);
      const middle = {
        left: (blue.left + blue.right) / 2 - 80,
        top: (blue.top + blue.bottom) / 2 - 80,
        right: (blue.left + blue.right) / 2 + 80,
        bottom: (blue.top + blue.bottom) / 2 + 80,
      };
      assert.ok(without.detail(middle) > 0.5, `${without.detail(middle)}`);
      assert.deepEqual(without.boxOf(colours.red), red);

      // Then there are two tiles side by side, at least as large as before.
      const gone = seenFrom(
        video,
        { from: leftAt, what: 'the departure' },
        (picture) => share(picture, 'yellow') < 0.005,
      );
      near(gone, leftAt + 0.5, 1.5);
      const two = pictureAt(video, gone + 1.5).boxOf(colours.red);
      assert.ok(two && two.right - two.left >= red.right - red.left, JSON.stringify(two));

      const sound = Sound.of(video);
      assert.ok(sound.hasTone(440, [1.5, truth - 1]), 'the first person is not heard all the time');
      assert.ok(sound.hasTone(660, [1.5, offAt - 0.5]), 'the second person is not heard');
      assert.ok(!sound.hasTone(660, [off + 1, truth - 0.5], { share: 0.1 }), 'a muted person is heard');
      assert.ok(sound.hasTone(880, [1.5, leftAt - 0.5]), 'the third person is not heard');
      assert.ok(!sound.hasTone(880, [gone + 1, truth - 0.5], { share: 0.1 }), 'a person who left is heard');

      // Each voice file has only its own voice, at the right offset.
      const tones = [440, 660, 880];
      assert.deepEqual(result.voices.map(({ participantId }) => participantId).sort(), [...room.ids].sort());
      for (const { participantId, file, offset, duration, name } of result.voices) {
        const n = room.ids.indexOf(participantId);
        assert.equal(name, ['Ада Лавлейс', 'Grace 🚀', 'عمر'][n]);
        const voice = Sound.of(recorder.path(file));
        near(voice.seconds, duration, 0.1);
        assert.ok(offset + duration <= result.duration + 0.2, `${offset} + ${duration}`);
        const until = Math.min(duration, offAt - offset) - 0.5;
        assert.ok(voice.hasTone(tones[n] ?? 0, [1, until]), `no tone in the file of ${name}`);
        for (const other of tones.filter((tone) => tone !== tones[n]))
          assert.ok(!voice.hasTone(other, [1, until], { share: 0.1 }), `${other} Hz in the file of ${name}`);
      }
      const { turns } = JSON.parse(await readFile(recorder.path(names.speech), 'utf8'));
      const first = joined(turns.filter((turn: SpokenTurn) => turn.participantId === room.ids[0]));
      assert.equal(first.length, 1, JSON.stringify(turns));
      near(first[0]?.to, truth, 0.8);
    });

    test('the speaker is large with the others in a strip, and a shared screen is larger than everybody', async () => {
      const room = studio.room();
      const first = await room.come('Ada');
      await first.camera({ ...size, show: { colour: 'red' } });
      await first.microphone({ hz: 440 });
      const second = await room.come('Grace');
      await second.camera({ ...size, show: { colour: 'blue' } });
      const recorder = await record(room, { layout: 'speaker' });
      await recorder.recorded(3);
      const changeAt = recorder.seconds;
      await first.mute('microphone');
      await second.microphone({ hz: 660 });
      await recorder.recorded(changeAt + 5);
      const sharedAt = recorder.seconds;
      await first.screen({ width: 1280, height: 720, fps: 5, show: { colour: 'green' } });
      await recorder.recorded(sharedAt + 6);
      const stoppedAt = recorder.seconds;
      await first.stop('screen');
      await recorder.recorded(stoppedAt + 3);
      await recorder.stop();
      const { video } = await recorder.finish();

      const before = pictureAt(video, changeAt - 0.5);
      assert.ok(share(before, 'red') > 0.5 && share(before, 'blue') > 0.005 && share(before, 'blue') < 0.2);
      const swapped = seenFrom(
        video,
        { from: changeAt, what: 'the other speaker' },
        (picture) => share(picture, 'blue') > 0.5 && share(picture, 'red') < 0.2,
      );
      near(swapped, changeAt + 2, 2.5);
      const shared = seenFrom(
        video,
        { from: sharedAt, what: 'the screen' },
        (picture) => share(picture, 'green') > 0.4,
      );
      near(shared, sharedAt + 1, 3);
      const beside = pictureAt(video, shared + 1.5);
      assert.ok(share(beside, 'green') > 0.4 && share(beside, 'blue') > 0.005, 'nobody is beside the screen');
      seenFrom(
        video,
        { from: stoppedAt, what: 'the end' },
        (picture) => share(picture, 'green') < 0.01 && share(picture, 'blue') > 0.5,
      );
    });
  });

  suite('the beginning and the end of a recording', { concurrency: 2 }, () => {
    test('a webinar shows only people who send something, not the audience', async () => {
      const room = studio.room();
      await room.shows('Ada', { colour: 'red' }, 440);
      for (const name of ['Bob', 'Eve', 'Mia']) await room.come(name);
      const recorder = await record(room, { layout: 'grid', onStage: 'moderators' });
      await recorder.recorded(3);
      await recorder.stop();
      const { video } = await recorder.finish();
      seenFrom(
        video,
        { from: 0, what: 'one who fills the picture' },
        (picture) => share(picture, 'red') > 0.8,
      );
    });

    test('the file ends when the last person leaves', async () => {
      const room = studio.room();
      const person = await room.shows('Ada', { colour: 'red' }, 440);
      const recorder = await record(room, { layout: 'grid' });
      await recorder.recorded(2);
      await person.leave();
      const empty = await recorder.until('empty');
      await recorder.recorded(empty.t + 1.5);
      await recorder.stop();
      const { result, video } = await recorder.finish();
      near(result.duration, empty.t, 0.1);
      assert.equal(result.isPartial, false);
      near((await factsOfMedia(video)).duration, empty.t, 0.2);
    });
  });
});
