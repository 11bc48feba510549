import { Appended } from '../capture/append.ts';
import { Container } from '../capture/container.ts';
import { AudioEncoder } from './audio-encoder.ts';

/** One speaker's voice as an Ogg/Opus file, readable up to its last second or so while it grows. */
export class VoiceFile {
  readonly #encoder: AudioEncoder;
  readonly #container: Container;
  readonly #file: Appended;

  private constructor(file: Appended) {
    this.#file = file;
    this.#encoder = new AudioEncoder('opus', 0, (packet) => this.#container.add(0, packet));
    this.#container = new Container(file, 'ogg', [this.#encoder.context]);
  }

  static async create(path: string): Promise<VoiceFile> {
    const file = await Appended.create(path);
    const voice = new VoiceFile(file);
    await voice.#container.begin({});
    return voice;
  }

  get error(): unknown {
    return this.#file.error;
  }

  add(samples: Float32Array): void {
    this.#encoder.add(samples);
    this.#container.pass();
  }

  async close(): Promise<void> {
    this.#encoder.end();
    this.#container.end();
    await this.#file.close();
    this.#container.free();
    this.#encoder.close();
  }
}
