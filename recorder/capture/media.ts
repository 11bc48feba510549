import { join } from 'node:path';
import type { Packet } from 'node-av';
import { names } from '../folder/job.ts';
import type { Size } from '../picture/rect.ts';
import { AudioEncoder } from '../sound/audio-encoder.ts';
import { Appended, type Write } from './append.ts';
import { Container } from './container.ts';
import { VideoEncoder } from './video-encoder.ts';

/** AAC begins with so many priming samples. Leaving them out makes all times begin at 0. */
export const firstSample = 1024;

export interface MediaSettings {
  folder: string;
  width: number;
  height: number;
  fps: number;
  onFirstPicture: () => void;
  write: Write | undefined;
}

/** Writes `capture.mp4` in fragments of one second. Each is whole on the disk, so that a kill loses little. */
export class Media {
  readonly #file: Appended;
  readonly #container: Container;
  readonly #settings: MediaSettings;
  readonly #video: VideoEncoder;
  readonly #sound: AudioEncoder;
  #nextCut = 0;
  #error: unknown;

  private constructor(file: Appended, settings: MediaSettings) {
    this.#file = file;
    this.#settings = settings;
    this.#video = new VideoEncoder(settings, (packet) => this.#onVideo(packet));
    this.#sound = new AudioEncoder('aac', firstSample, (packet) => this.#container.add(1, packet));
    this.#container = new Container(file, 'mp4', [this.#video.context, this.#sound.context]);
  }

  /** @throws AlreadyThere where a recorder writes, or wrote, to the folder */
  static async create(settings: MediaSettings): Promise<Media> {
    const file = await Appended.create(join(settings.folder, names.capture), settings.write);
    const media = new Media(file, settings);
    await media.#container.begin({ movflags: 'frag_custom+empty_moov+default_base_moof' });
    return media;
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  get error(): unknown {
    return this.#file.error ?? this.#error;
  }

  /** Whether the encoder can take another picture. */
  get isReady(): boolean {
    return this.#video.waiting === 0;
  }

  /** Call it only while `isReady`. */
  picture(bytes: Uint8Array, size: Size, n: number): void {
    this.#video.encode(bytes, size, n);
    this.#video.settled().catch((error: unknown) => {
      this.#error ??= error;
    });
  }

  sound(samples: Float32Array): void {
    try {
      this.#sound.add(samples);
    } catch (error) {
      this.#error ??= error;
    }
  }

  async cheapen(): Promise<void> {
    await this.#video.cheapen();
  }

  settled(): Promise<void> {
    return this.#video.settled().catch(() => undefined);
  }

  /** Flushes the encoders and closes the file. */
  async end(): Promise<void> {
    try {
      await this.#video.end();
      this.#sound.end();
      await this.#container.end();
    } catch (error) {
      this.#error ??= error;
    }
    await this.#close();
  }

  /** Closes without flushing: the file will be discarded. */
  async abandon(): Promise<void> {
    await this.settled();
    await this.#close();
  }

  async #close(): Promise<void> {
    await this.#file.close();
    this.#container.free();
    this.#video.close();
    this.#sound.close();
  }

  #onVideo(packet: Packet): void {
    const n = Number(packet.pts);
    const isFirst = this.#nextCut === 0;
    this.#container.add(0, packet);
    if (n < this.#nextCut) return;
    this.#nextCut = n + this.#settings.fps;
    const written = this.#container.cut();
    if (isFirst) written.then(() => this.#file.error === undefined && this.#settings.onFirstPicture());
  }
}
