/** Storage that survives a reload: the browser's, or a Map in tests. */
export type Memory = {
  read: (key: string) => string | undefined;
  /** An empty text removes the key. */
  write: (key: string, value: string) => void;
};

const prefix = 'lectern.chat.';

/** The browser's storage if it is allowed; otherwise nothing is stored and nothing throws. */
export function browserMemory(of: () => Storage): Memory {
  return {
    read: (key) => {
      try {
        return of().getItem(prefix + key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write: (key, value) => {
      try {
        if (value === '') of().removeItem(prefix + key);
        else of().setItem(prefix + key, value);
      } catch {
        // Storage is full or forbidden, so the value is not kept.
      }
    },
  };
}

/** Reads a list from JSON; anything else is an empty list. */
export function readList(memory: Memory, key: string): unknown[] {
  try {
    const value: unknown = JSON.parse(memory.read(key) ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
