import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { names, type StopOrder } from '../folder/job.ts';

/** File watching may miss a change, so the file is read at this interval as well. */
const lookEveryMs = 250;

export interface StopWatch {
  order: StopOrder | undefined;
  close(): void;
}

/** Waits for `stop.json`, SIGTERM or SIGINT. */
export function watchStopOrder(folder: string): StopWatch {
  const look = (): void => {
    try {
      stop.order = JSON.parse(readFileSync(join(folder, names.stop), 'utf8')) as StopOrder;
    } catch {
      // The file does not exist or is not complete yet.
    }
  };
  const onSignal = (): void => {
    stop.order ??= { at: new Date().toISOString() };
  };
  const timer = setInterval(look, lookEveryMs);
  const unwatch = watching(folder, look);
  const stop: StopWatch = {
    order: undefined,
    close() {
      clearInterval(timer);
      unwatch();
    },
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  look();
  return stop;
}

const watching = (folder: string, onChange: () => void): (() => void) => {
  try {
    const watcher = watch(folder, (_event, name) => {
      if (name === names.stop) onChange();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
};
