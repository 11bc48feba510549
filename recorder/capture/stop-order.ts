import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { names, type StopOrder } from '../folder/job.ts';
import { watchFile } from './watched-file.ts';

export interface StopWatch {
  order: StopOrder | undefined;
  close(): void;
}

/** Waits for `stop.json`, SIGTERM or SIGINT. */
export function watchStopOrder(folder: string): StopWatch {
  const stop: StopWatch = { order: undefined, close: () => unwatch() };
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
  const unwatch = watchFile(folder, names.stop, look);
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return stop;
}
