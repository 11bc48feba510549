import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { names, type StopOrder } from '../folder/job.ts';

/** File watching may miss a change, so the file is read at this interval as well. */
const lookEveryMs = 250;

/** Waits for `stop.json`, SIGTERM or SIGINT. */
export class StopWatch {
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;
  readonly #watcher: FSWatcher | undefined;
  #order: StopOrder | undefined;

  constructor(folder: string) {
    this.#path = join(folder, names.stop);
    this.#timer = setInterval(this.#look, lookEveryMs);
    this.#watcher = watching(folder, this.#look);
    process.on('SIGTERM', this.#onSignal);
    process.on('SIGINT', this.#onSignal);
    this.#look();
  }

  get order(): StopOrder | undefined {
    return this.#order;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#watcher?.close();
  }

  readonly #look = (): void => {
    try {
      this.#order = JSON.parse(readFileSync(this.#path, 'utf8')) as StopOrder;
    } catch {
      // The file does not exist or is not complete yet.
    }
  };

  readonly #onSignal = (): void => {
    this.#order ??= { at: new Date().toISOString() };
  };
}

const watching = (folder: string, onChange: () => void): FSWatcher | undefined => {
  try {
    const watcher = watch(folder, (_event, name) => {
      if (name === names.stop) onChange();
    });
    return watcher.on('error', () => watcher.close());
  } catch {
    return undefined;
  }
};
