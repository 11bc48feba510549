import { FFmpegError, Frame } from 'node-av';

/** Throws what the library says of a negative answer. */
export const checked = (answer: number, doing: string): number => {
  FFmpegError.throwIfError(answer, doing);
  return answer;
};

/**
 * Never by a Dictionary, so never by `options` of the library's own encoders either (`configure` can do it): opening takes
 * it away, and the library frees it a second time when it is collected.
 */
export const setOptions = (
  object: { setOption: (name: string, value: string) => number },
  options: Readonly<Record<string, string>>,
): void => {
  for (const [name, value] of Object.entries(options)) checked(object.setOption(name, value), `set ${name}`);
};

const held = new WeakMap<Frame, Buffer>();

/**
 * A frame that is made of bytes reads them where they lie, also later on another thread, and does not keep them. This
 * does, as long as the frame.
 */
const holding = (frame: Frame, bytes: Buffer): Frame => {
  held.set(frame, bytes);
  return frame;
};

export const videoFrame = (bytes: Buffer, props: Parameters<typeof Frame.fromVideoBuffer>[1]): Frame =>
  holding(Frame.fromVideoBuffer(bytes, props), bytes);

export const audioFrame = (bytes: Buffer, props: Parameters<typeof Frame.fromAudioBuffer>[1]): Frame =>
  holding(Frame.fromAudioBuffer(bytes, props), bytes);

/** Other bytes for a frame that has some. */
export const refill = (frame: Frame, bytes: Buffer, doing: string): void => {
  checked(frame.makeWritable(), doing);
  checked(frame.fromBuffer(bytes), doing);
  holding(frame, bytes);
};
