import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MicrophoneContent } from './content.ts';
import type { Source, Video } from './publisher.ts';

export type Order =
  | { do: 'join'; who: number; url: string; token: string }
  | { do: 'video'; who: number; kind: 'camera' | 'screen'; video: Video }
  | { do: 'sound'; who: number; kind: 'microphone' | 'screen_audio'; heard: MicrophoneContent }
  | { do: 'speak'; who: number; path: string }
  | { do: 'mute'; who: number; kind: Source; mute: boolean }
  | { do: 'unpublish'; who: number; kind: Source }
  | { do: 'leave'; who: number };

export interface PublisherRequest {
  id: number;
  order: Order;
}

type Answer = { id: number; failed?: string };
type Waiting = { resolve: () => void; reject: (error: Error) => void };

/**
 * Participants with known media, in a separate process: their encoders do not slow the recorder down and do not count
 * in its figures.
 */
export class Publishers {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #lastWho = 0;

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'publishing-process.ts'), { stdio: 'inherit' });
    this.#child.on('message', ({ id, failed }: Answer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failed === undefined) waiting?.resolve();
      else waiting?.reject(new Error(failed));
    });
    this.#child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the publishers ended'));
      this.#waiting.clear();
    });
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('the process of the publishers could not be started');
    return pid;
  }

  /** @param where URL of the media server, and a token with the participant's id and name */
  async join(where: { url: string; token: string }): Promise<PublishingPerson> {
    const who = ++this.#lastWho;
    await this.ask({ do: 'join', who, ...where });
    return new PublishingPerson(this, who);
  }

  ask(order: Order): Promise<void> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ id, order } satisfies PublisherRequest, (error) => error && reject(error));
    });
  }

  /** All participants leave, then the process ends. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.disconnect();
    await ended;
  }

  /** Kills the process without leaving, as when the machine dies. */
  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
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
