import { FFmpegError, Frame, type Packet } from 'node-av';

/** Returns the library's result, or throws its error when the result is negative. */
export const checked = (answer: number, doing: string): number => {
  FFmpegError.throwIfError(answer, doing);
  return answer;
};

/**
 * Sets options one at a time. A Dictionary, and so the `options` of the library's own encoders, does not work:
 * opening consumes it, and the library frees it a second time when it is collected (`configure` is safe).
 */
export const setOptions = (
  object: { setOption: (name: string, value: string) => number },
  options: Readonly<Record<string, string>>,
): void => {
  for (const [name, value] of Object.entries(options)) checked(object.setOption(name, value), `set ${name}`);
};

const bytesOfFrames = new WeakMap<Frame, Buffer>();

/**
 * A frame made of bytes reads them in place, also later on another thread, but does not reference them. This map
 * does, for as long as the frame lives (docs/decisions/0013).
 */
const keepBytes = (frame: Frame, bytes: Buffer): Frame => {
  bytesOfFrames.set(frame, bytes);
  return frame;
};

export const videoFrame = (bytes: Buffer, props: Parameters<typeof Frame.fromVideoBuffer>[1]): Frame =>
  keepBytes(Frame.fromVideoBuffer(bytes, props), bytes);

export const audioFrame = (bytes: Buffer, props: Parameters<typeof Frame.fromAudioBuffer>[1]): Frame =>
  keepBytes(Frame.fromAudioBuffer(bytes, props), bytes);

/** Replaces the bytes of a frame. */
export const refill = (frame: Frame, bytes: Buffer, doing: string): void => {
  checked(frame.makeWritable(), doing);
  checked(frame.fromBuffer(bytes), doing);
  keepBytes(frame, bytes);
};

export function copyOfPacket(packet: Packet): Packet {
  const copy = packet.clone();
  if (!copy) throw new Error('no memory for a packet');
  return copy;
}
