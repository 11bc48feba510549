import { VideoBufferType, type VideoFrameEvent, VideoRotation } from '@livekit/rtc-node';
import type { VideoPicture } from '../picture/scene.ts';
import { rotateUpright } from './upright.ts';

/** A smaller frame is not a picture: media servers send tiny frames when a track ends. */
const smallest = 16;
let serials = 0;

/**
 * Releases a frame's memory at once. Two people send 40 MB of pictures each second; left to the garbage collector,
 * they take a fifth of the recorder's processor time.
 */
const free = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
};

/** The newest picture of a track. Every frame is read, since unread ones would pile up. */
export class Feed {
  readonly #reader: ReadableStreamDefaultReader<VideoFrameEvent>;
  #newest: VideoFrameEvent | undefined;
  #picture: VideoPicture | undefined;
  readonly #replaced: Uint8Array[] = [];

  constructor(frames: ReadableStream<VideoFrameEvent>) {
    this.#reader = frames.getReader();
    this.#read().catch(() => undefined);
  }

  /** The newest picture. It stays valid until the next one was drawn. */
  get picture(): VideoPicture | undefined {
    if (this.#newest) {
      const made = pictureOf(this.#newest);
      if (made?.data !== this.#newest.frame.data) free(this.#newest.frame.data);
      if (made && this.#picture) this.#replaced.push(this.#picture.data);
      this.#picture = made ?? this.#picture;
      this.#newest = undefined;
    }
    return this.#picture;
  }

  /** Call it after each drawing: releases the pictures that were replaced before it. */
  drawn(): void {
    for (const data of this.#replaced.splice(0)) free(data);
  }

  /** Stops showing the picture. A tile that shrinks may still draw it, so the garbage collector releases it. */
  forget(): void {
    if (this.#newest) free(this.#newest.frame.data);
    this.#newest = undefined;
    this.#picture = undefined;
  }

  close(): void {
    this.#reader.cancel().catch(() => undefined);
    this.forget();
  }

  async #read(): Promise<void> {
    while (true) {
      const { done, value } = await this.#reader.read();
      if (done) return;
      if (this.#newest) free(this.#newest.frame.data);
      this.#newest = value;
    }
  }
}

const pictureOf = ({ frame, rotation }: VideoFrameEvent): VideoPicture | undefined => {
  const isUsable = frame.width >= smallest && frame.height >= smallest;
  const i420 = frame.type === VideoBufferType.I420 ? frame : frame.convert(VideoBufferType.I420);
  if (!isUsable) return undefined;
  const { data, width, height } = rotateUpright(i420, quarters[rotation] ?? 0);
  return { data, width, height, serial: ++serials };
};

const quarters: Partial<Record<VideoRotation, number>> = {
  [VideoRotation.VIDEO_ROTATION_90]: 1,
  [VideoRotation.VIDEO_ROTATION_180]: 2,
  [VideoRotation.VIDEO_ROTATION_270]: 3,
};
