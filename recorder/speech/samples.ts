import { FilterAPI, Frame } from 'node-av';
import { StreamDecoder } from '../decoder.ts';
import { MediaInput } from '../finish/input.ts';
import { speechRate } from '../folder/wav-header.ts';

/** A gap of the file becomes silence, so that a sample's number is its time. */
const conversion =
  `aresample=${speechRate}:async=1:first_pts=0,` +
  `aformat=sample_fmts=s16:channel_layouts=mono,asetnsamples=n=${speechRate}:p=0`;

function* received(filter: FilterAPI): Generator<Int16Array> {
  for (let frame = filter.receiveSync(); frame instanceof Frame; frame = filter.receiveSync()) {
    using owned = frame;
    const bytes = owned.data?.[0];
    if (bytes) yield new Int16Array(bytes.buffer, bytes.byteOffset, owned.nbSamples);
  }
}

/**
 * Yields the sound of a file as mono samples, a second at a time. They are valid until the next ones. A
 * cut or damaged tail counts as the end.
 *
 * @throws if the file has no sound
 */
export function* speechSamplesIn(path: string): Generator<Int16Array> {
  using input = new MediaInput(path);
  const { audio } = input;
  if (!audio) throw new Error('the file has no sound');
  using decoder = new StreamDecoder(audio);
  using filter = FilterAPI.create(conversion, { threads: 1 });
  let hasSound = false;
  for (const packet of input.packets()) {
    if (packet.streamIndex !== audio.index) continue;
    for (const frame of decoder.decode(packet)) {
      hasSound = true;
      frame.timeBase = audio.timeBase;
      filter.processSync(frame);
      yield* received(filter);
    }
  }
  for (const frame of decoder.decode(null)) {
    hasSound = true;
    frame.timeBase = audio.timeBase;
    filter.processSync(frame);
  }
  if (!hasSound) throw new Error('no sound of the file can be decoded');
  filter.flushSync();
  yield* received(filter);
}
