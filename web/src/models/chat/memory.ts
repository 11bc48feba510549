import { readStored, removeStored, writeStored } from '../../kit/storage.ts';

/** Storage that survives a reload: the browser's, or a Map in tests. */
export type Memory = {
  read: (key: string) => string | undefined;
  /** An empty text removes the key. */
  write: (key: string, value: string) => void;
};

const prefix = 'lectern.chat.';

/** The browser's storage if it is allowed; otherwise nothing is stored and nothing throws. */
export const browserMemory = (of: () => Storage): Memory => ({
  read: (key) => readStored(prefix + key, of),
  write: (key, value) =>
    value === '' ? removeStored(prefix + key, of) : writeStored(prefix + key, value, of),
});

/** Reads a list from JSON; anything else is an empty list. */
export function readList(memory: Memory, key: string): unknown[] {
  try {
    const value: unknown = JSON.parse(memory.read(key) ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
