import { AudioStream, type RemoteTrack } from '@livekit/rtc-node';
import { sampleRate } from '../sound/audio-encoder.ts';
import { PlayoutDelay } from './playout-delay.ts';

const pieceMs = 20;

/** @param waited seconds for which the piece lay in the LiveKit client; undefined: not known yet */
export type OnPiece = (samples: Int16Array, waited: number | undefined) => void;

/** Calls `onPiece` with every piece of a track's sound, until the track ends or `close` is called. */
export const listenToTrack = (track: RemoteTrack, onPiece: OnPiece): { close: () => void } => {
  const stream = new AudioStream(track, { sampleRate, numChannels: 1, frameSizeMs: pieceMs });
  const reader = stream.getReader();
  const wait = new PlayoutDelay(track);
  const read = async (): Promise<void> => {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      onPiece(value.data, wait.seconds);
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => wait.close());
  return { close: () => void reader.cancel().catch(() => undefined) };
};
