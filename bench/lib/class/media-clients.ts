import { join } from 'node:path';
import { RequestedProcess } from '../../../recorder/testing/requests.ts';

export type MediaKind = 'microphone' | 'camera';

/**
 * A client waits until it knows this from the media server: nobody else sends the source, or at least so many do; or
 * somebody is in the spotlight. LiveKit's native client does not report that its own track was muted or ended.
 */
export type Look = { senders: number; source: MediaKind } | { spotlit: string; isOn: boolean };

export type MediaRequest = { who: string } & (
  | { do: 'connect'; url: string; token: string }
  | { do: 'publish'; source: MediaKind }
  | { do: 'unpublish' | 'leave' }
  | { do: 'watch'; look: Look; withinMs: number }
);

/** Native clients of the media server, a few in each of several processes: one process for all would be the limit. */
export class MediaClients {
  readonly #processes: RequestedProcess<MediaRequest>[];
  #last = 0;

  constructor(processes: number) {
    const program = join(import.meta.dirname, 'media-process.ts');
    this.#processes = Array.from({ length: processes }, () => new RequestedProcess<MediaRequest>(program));
  }

  get pids(): number[] {
    return this.#processes.map(({ pid }) => pid);
  }

  async connect(where: { url: string; token: string }): Promise<MediaClient> {
    this.#last += 1;
    const process = this.#processes[this.#last % this.#processes.length];
    if (!process) throw new Error('there is no process for a client');
    const who = String(this.#last);
    await process.ask({ do: 'connect', who, ...where });
    return new MediaClient(process, who);
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.close()));
  }
}

export class MediaClient {
  readonly #process: RequestedProcess<MediaRequest>;
  readonly #who: string;

  constructor(process: RequestedProcess<MediaRequest>, who: string) {
    this.#process = process;
    this.#who = who;
  }

  publish(source: MediaKind): Promise<void> {
    return this.#process.ask({ do: 'publish', who: this.#who, source });
  }

  /** Ends everything that the client publishes. */
  unpublish(): Promise<void> {
    return this.#process.ask({ do: 'unpublish', who: this.#who });
  }

  /** Resolves to the time at which the client saw it, by `Date.now()`, which all processes share. */
  sees(look: Look, withinMs: number): Promise<number> {
    return this.#process.ask({ do: 'watch', who: this.#who, look, withinMs });
  }

  leave(): Promise<void> {
    return this.#process.ask({ do: 'leave', who: this.#who });
  }
}
