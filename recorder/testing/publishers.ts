import { join } from 'node:path';
import type { MicrophoneContent } from './content.ts';
import type { Source, Video } from './publisher.ts';
import { RequestedProcess } from './requests.ts';

export type Order =
  | { do: 'join'; who: number; url: string; token: string }
  | { do: 'video'; who: number; kind: 'camera' | 'screen'; video: Video }
  | { do: 'sound'; who: number; kind: 'microphone' | 'screen_audio'; heard: MicrophoneContent }
  | { do: 'speak'; who: number; path: string }
  | { do: 'mute'; who: number; kind: Source; mute: boolean }
  | { do: 'unpublish'; who: number; kind: Source }
  | { do: 'leave'; who: number };

/**
 * Participants with known media, in a separate process: their encoders do not slow the recorder down and do not count
 * in its figures.
 */
export class Publishers {
  readonly #process = new RequestedProcess<Order>(join(import.meta.dirname, 'publishing-process.ts'));
  #lastWho = 0;

  get pid(): number {
    return this.#process.pid;
  }

  /** @param where URL of the media server, and a token with the participant's id and name */
  async join(where: { url: string; token: string }): Promise<PublishingPerson> {
    const who = ++this.#lastWho;
    await this.ask({ do: 'join', who, ...where });
    return new PublishingPerson(this, who);
  }

  ask(order: Order): Promise<void> {
    return this.#process.ask(order);
  }

  /** All participants leave, then the process ends. */
  close(): Promise<void> {
    return this.#process.close();
  }

  /** Kills the process without leaving, as when the machine dies. */
  kill(): Promise<void> {
    return this.#process.kill();
  }
}

export class PublishingPerson {
  readonly #publishers: Publishers;
  readonly #who: number;

  constructor(publishers: Publishers, who: number) {
    this.#publishers = publishers;
    this.#who = who;
  }

  camera(video: Video): Promise<void> {
    return this.#publishers.ask({ do: 'video', who: this.#who, kind: 'camera', video });
  }

  screen(video: Video): Promise<void> {
    return this.#publishers.ask({ do: 'video', who: this.#who, kind: 'screen', video });
  }

  microphone(heard: MicrophoneContent): Promise<void> {
    return this.#publishers.ask({ do: 'sound', who: this.#who, kind: 'microphone', heard });
  }

  /** Sends the sound of a WAV file (mono, 16 kHz) as the microphone, once. @returns after its last sample */
  speak(path: string): Promise<void> {
    return this.#publishers.ask({ do: 'speak', who: this.#who, path });
  }

  screenAudio(heard: MicrophoneContent): Promise<void> {
    return this.#publishers.ask({ do: 'sound', who: this.#who, kind: 'screen_audio', heard });
  }

  mute(kind: Source): Promise<void> {
    return this.#publishers.ask({ do: 'mute', who: this.#who, kind, mute: true });
  }

  unmute(kind: Source): Promise<void> {
    return this.#publishers.ask({ do: 'mute', who: this.#who, kind, mute: false });
  }

  stop(kind: Source): Promise<void> {
    return this.#publishers.ask({ do: 'unpublish', who: this.#who, kind });
  }

  leave(): Promise<void> {
    return this.#publishers.ask({ do: 'leave', who: this.#who });
  }
}
