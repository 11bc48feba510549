import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  AudioStream,
  dispose,
  Room,
  RoomEvent,
  TrackKind,
  VideoBufferType,
  VideoStream,
} from '@livekit/rtc-node';
import { type OwnCall, startOwnCall } from '../../server/testing/engines/own-call.ts';
import { waitUntil } from '../../server/testing/wait.ts';
import { boxesOf } from './boxes.ts';
import { type Colour, colours, distance } from './colours.ts';
import { picturesIn } from './decoding.ts';
import { Sound } from './hearing.ts';
import { firstPicture, pictureAt } from './looking.ts';
import { makeCapture, signParts } from './made-capture.ts';
import { factsOfMedia } from './media-facts.ts';
import { signsIn } from './offset.ts';
import { Publishers } from './publishers.ts';

// Tests of the tools that judge recordings, on media made without a call and by a plain client.
let folder: string;
let call: OwnCall;
const publishers = new Publishers();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-testing-'));
  call = await startOwnCall();
});

after(async () => {
  await publishers.close();
  await dispose();
  await call.stop();
  await rm(folder, { recursive: true, force: true });
});

test('streams, sizes, times and steps of a file are reported', async () => {
  const path = join(folder, 'plain.mp4');
  await makeCapture(path, { seconds: 3, parts: [{ from: 0, to: 3, colour: 'red' }] });
  const facts = await factsOfMedia(path);
  assert.equal(facts.isFastStart, false, 'the file is fragmented');
  assert.ok((await boxesOf(path)).some(({ type }) => type === 'moof'));
  assert.deepEqual(
    [facts.video?.codec, facts.video?.width, facts.video?.height, facts.video?.packets],
    ['h264', 320, 180, 75],
  );
  assert.deepEqual([facts.audio?.codec, facts.audio?.sampleRate, facts.audio?.channels], ['aac', 48_000, 2]);
  assert.ok(Math.abs((facts.video?.end ?? 0) - 3) < 0.05);
  assert.ok((facts.video?.longestStep ?? 1) < 0.05);
  assert.ok(facts.video?.isMonotonic);
});

test('colours and tones are found in the right parts only', async () => {
  const path = join(folder, 'parts.mp4');
  const parts = [
    { from: 0, to: 2, colour: 'red' as const, hz: 440 },
    { from: 2, to: 4, colour: 'blue' as const },
  ];
  await makeCapture(path, { seconds: 4, parts });
  assert.ok(pictureAt(path, 1).shareOf(colours.red) > 0.99);
  assert.ok(pictureAt(path, 3).shareOf(colours.blue) > 0.99);
  assert.equal(pictureAt(path, 3).boxOf(colours.red), undefined);
  assert.equal(firstPicture(path, (picture) => picture.shareOf(colours.blue) > 0.9)?.t, 2);
  const sound = Sound.of(path);
  assert.ok(sound.hasTone(440, [0.2, 1.8]));
  assert.ok(!sound.hasTone(660, [0.2, 1.8]));
  assert.ok(!sound.hasTone(440, [2.2, 3.8]));
  assert.ok(sound.isSilent(2.2, 3.8) && !sound.isSilent(0.2, 1.8));
});

for (const lateMs of [0, 80, -120]) {
  test(`a beep ${lateMs} ms after its flash is measured as such`, async () => {
    const path = join(folder, `late${lateMs}.mp4`);
    await makeCapture(path, { seconds: 8, parts: signParts(8, { lateMs }) });
    const signs = signsIn(path);
    assert.equal(signs.length, 4);
    for (const { offsetMs } of signs) assert.ok(Math.abs(offsetMs - lateMs) <= 12, `${offsetMs}`);
  });
}

test('a broken file is rejected', async () => {
  const path = join(folder, 'broken.mp4');
  await makeCapture(path, { seconds: 3, parts: [] });
  const mdat = (await boxesOf(path)).find(({ type }) => type === 'mdat');
  await truncate(path, (mdat?.at ?? 0) + 100);
  assert.throws(() => [...picturesIn(path)]);
});

test('a publisher sends its colour and its tone, is muted and heard again', async () => {
  const { url } = call;
  const seen = watch(await joined(url, await call.token({ name: 'Watcher' })));
  const person = await publishers.join({ url, token: await call.token({ name: 'Ада' }) });
  await person.camera({ width: 320, height: 180, fps: 15, show: { colour: 'green' } });
  await person.microphone({ hz: 700 });
  await waitUntil(() => seen.colour && distance(seen.colour, colours.green) < 16, {
    timeout: 20_000,
    message: () => `no green arrived: ${JSON.stringify(seen.colour)}`,
  });
  await waitUntil(() => seen.loudness > 0.05, { timeout: 20_000, message: 'no tone arrived' });
  assert.equal(seen.name, 'Ада');
  await person.mute('microphone');
  await waitUntil(() => seen.muted && seen.loudness < 0.001, {
    timeout: 20_000,
    message: 'the publisher was not muted',
  });
  await person.unmute('microphone');
  await waitUntil(() => !seen.muted && seen.loudness > 0.05, {
    timeout: 20_000,
    message: 'it stayed muted',
  });
  await person.leave();
  await waitUntil(() => seen.left, { timeout: 20_000, message: 'the camera stayed' });
  await seen.room.disconnect();
});

async function joined(url: string, token: string): Promise<Room> {
  const room = new Room();
  await room.connect(url, token, { autoSubscribe: true, dynacast: false });
  return room;
}

function watch(room: Room) {
  const seen = {
    room,
    colour: undefined as Colour | undefined,
    loudness: 0,
    muted: false,
    left: false,
    name: '',
  };
  room.on(RoomEvent.TrackMuted, () => {
    seen.muted = true;
  });
  room.on(RoomEvent.TrackUnmuted, () => {
    seen.muted = false;
  });
  room.on(RoomEvent.ParticipantDisconnected, () => {
    seen.left = true;
  });
  room.on(RoomEvent.TrackSubscribed, async (track, _publication, participant) => {
    seen.name = participant.name ?? '';
    if (track.kind === TrackKind.KIND_VIDEO) {
      for await (const { frame } of new VideoStream(track)) {
        const { data, width, height } = frame.convert(VideoBufferType.I420);
        const luma = width * height;
        seen.colour = { y: data[luma / 2] ?? 0, u: data[luma] ?? 0, v: data[(luma * 5) / 4] ?? 0 };
      }
    } else {
      for await (const { data } of new AudioStream(track, { sampleRate: 48_000, numChannels: 1 }))
        seen.loudness = Math.sqrt(data.reduce((sum, one) => sum + (one / 32_768) ** 2, 0) / data.length);
    }
  });
  return seen;
}
