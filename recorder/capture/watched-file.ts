import { watch } from 'node:fs';

/** File watching may miss a change, so the file is read at this interval as well. */
const lookEveryMs = 250;

/** Calls `look` at once, whenever the file in the folder changes, and a few times a second. Returns the end of it. */
export function watchFile(folder: string, name: string, look: () => void): () => void {
  const timer = setInterval(look, lookEveryMs);
  const unwatch = watching(folder, (changed) => {
    if (changed === name) look();
  });
  look();
  return () => {
    clearInterval(timer);
    unwatch();
  };
}

const watching = (folder: string, onChange: (name: string | null) => void): (() => void) => {
  try {
    const watcher = watch(folder, (_event, name) => onChange(name));
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
};
