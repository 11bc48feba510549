import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ProcessIdentity } from './identity.ts';

/** Lets the next start recognize and adopt a running child. */
export type ChildState = ProcessIdentity & { fingerprint: string };

export const readChildState = (path: string): ChildState | undefined => {
  try {
    const { pid, startTime, fingerprint } = JSON.parse(readFileSync(path, 'utf8'));
    if (!Number.isInteger(pid) || typeof startTime !== 'string' || typeof fingerprint !== 'string') {
      return undefined;
    }
    return { pid, startTime, fingerprint };
  } catch {
    return undefined;
  }
};

/** Synchronous, so that the file is written right after the spawn. */
export const writeChildState = (path: string, state: ChildState): void => {
  writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
};

export const removeChildState = (path: string): void => rmSync(path, { force: true });
