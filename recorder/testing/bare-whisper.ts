import { AV_LOG_FATAL, FilterAPI, Frame, Log } from 'node-av';
import { StreamDecoder } from '../decoder.ts';
import { MediaInput } from '../finish/input.ts';

// `node recorder/testing/bare-whisper.ts <voice> <model>` passes a whole voice to FFmpeg's whisper filter, with nothing
// of ours: the measure for our own way.

const [voice = '', model = ''] = process.argv.slice(2);
Log.setLevel(AV_LOG_FATAL);
using input = new MediaInput(voice);
const { audio } = input;
if (!audio) throw new Error('the voice has no sound');
using decoder = new StreamDecoder(audio);
using filter = FilterAPI.create(
  `aresample=16000,aformat=sample_fmts=fltp:channel_layouts=mono,whisper=model=${model}:language=en:queue=3600:use_gpu=0:destination=pipe\\\\:1:format=json`,
  { threads: 1 },
);
const drain = () => {
  for (let frame = filter.receiveSync(); frame instanceof Frame; frame = filter.receiveSync()) frame.free();
};
for (const packet of input.packets()) {
  for (const frame of decoder.decode(packet)) {
    frame.timeBase = audio.timeBase;
    filter.processSync(frame);
    drain();
  }
}
filter.flushSync();
drain();
process.exit(0);
