/** What outlives a reload. Structural: the browser's storage, or a Map in tests. */
export type Memory = {
  read: (key: string) => string | undefined;
  /** An empty text is forgotten. */
  write: (key: string, value: string) => void;
};

const prefix = 'lectern.chat.';

/** The browser's own, where it lets us; otherwise nothing is remembered, and nothing fails. */
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
        // Forgetting is the only thing left to do.
      }
    },
  };
}

/** A list that was written as JSON; whatever else stands there is no list of ours. */
export function readList(memory: Memory, key: string): unknown[] {
  try {
    const value: unknown = JSON.parse(memory.read(key) ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
