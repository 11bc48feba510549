import { copyRunCluster } from './cluster.ts';
import { databaseSettingsFor } from './own-database.ts';
import { createRunDatabase } from './run-database.ts';
import { joinRunMedia } from './run-media.ts';

/**
 * `shared`: a database in the run's PostgreSQL, and the run's LiveKit. `database`: only the database; the test has
 * its own media server. `own`: the server starts embedded engines in its data folder, for tests about these engines,
 * their end and the folder.
 */
export type Engines = 'shared' | 'database' | 'own';

interface SharedEngines {
  settings: Record<string, string>;
  remove(): Promise<void>;
}

/** Prepares the engines for a server with these settings. A data folder that a test names holds its own engines. */
export async function enginesFor(
  engines: Engines,
  { dataDir, httpPort, settings }: { dataDir: string; httpPort: number; settings: Record<string, string> },
): Promise<SharedEngines> {
  const none = { settings: {}, remove: async () => undefined };
  if (settings.LECTERN_DATA_DIR || settings.DATABASE_URL) return none;
  const database = engines === 'own' ? undefined : await createRunDatabase();
  if (!database) {
    copyRunCluster(dataDir);
    return none;
  }
  const needsMedia = engines === 'shared' && !settings.LIVEKIT_URL;
  const media = needsMedia ? await joinRunMedia(httpPort) : undefined;
  return {
    settings: {
      ...media?.settings,
      ...databaseSettingsFor(database.connection),
    },
    remove: async () => {
      await media?.remove();
      await database.drop();
    },
  };
}
