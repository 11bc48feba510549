import { Unstartable } from '../platform/errors.ts';
import { type Docs, readDocs } from './docs/routes.ts';
import { readWebClient, type WebClient } from './pages.ts';

/** Files that are served as they are on the disk. */
export interface Site {
  docs: Docs;
  web: WebClient;
}

/** Refuses to start if files of the installation are missing. */
export function readSite(root: string): Site {
  try {
    return { docs: readDocs(root), web: readWebClient(root) };
  } catch (error) {
    if (error instanceof Unstartable) throw error;
    throw new Unstartable(
      `Files of Lectern are missing or cannot be read (${(error as Error).message}). Install this version again.`,
    );
  }
}
