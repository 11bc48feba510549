const ofBrowser = (): Storage => window.localStorage;

/**
 * Reads from localStorage, or from another storage. It may be forbidden (a frame, a strict browser): then nothing is
 * stored and nothing throws.
 */
export function readStored(key: string, of = ofBrowser): string | undefined {
  try {
    return of().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: string, of = ofBrowser): void {
  try {
    of().setItem(key, value);
  } catch {
    // Storage is full or forbidden, so the value is not kept.
  }
}

export function removeStored(key: string, of = ofBrowser): void {
  try {
    of().removeItem(key);
  } catch {
    // Storage is forbidden, so there is no value.
  }
}
