import { engineIntakePath } from '../../src/calls/intake.ts';
import { startOwnLiveKit } from '../../src/engines/media/testing/own-livekit.ts';
import type { Database } from '../../src/platform/db/db.ts';
import { type LecternProcess, startLectern } from '../lectern.ts';
import { freePorts } from '../processes/ports.ts';
import { startCentrifugo } from './centrifugo.ts';
import { storageAway } from './object-storage.ts';
import { startOwnDatabase } from './own-database.ts';
import { type RedisServer, startRedis } from './redis.ts';
import { joinRunMedia, liveKitSettingsOf, type RunMedia } from './run-media.ts';

/** A database and a media server that several servers share and that outlive them. */
export interface SharedServices {
  /** The settings of a server that uses these services; its ports and data folder are its own. */
  settings: Record<string, string>;
  /** For what the API cannot do. */
  database: Database;
  remove(): Promise<void>;
}

/** Without a test runner there is no LiveKit to share. */
async function startMedia(httpPort: number): Promise<RunMedia> {
  const webhookUrl = `http://127.0.0.1:${httpPort}${engineIntakePath}`;
  const { livekit, remove } = await startOwnLiveKit({ webhookUrl });
  return {
    settings: liveKitSettingsOf(livekit),
    remove: () => livekit.stop().then(remove),
  };
}

/** @param httpPort of the server that gets LiveKit's webhooks; the others poll */
export async function startSharedServices(httpPort: number): Promise<SharedServices> {
  const database = await startOwnDatabase();
  const media = (await joinRunMedia(httpPort)) ?? (await startMedia(httpPort));
  return {
    database,
    settings: {
      // Several nodes need an object storage; a test that stores files names a real one.
      ...storageAway,
      DATABASE_URL: database.url,
      LECTERN_SECRET_KEY: 'the secret key of servers that are under test',
      ...media.settings,
    },
    remove: async () => {
      await media.remove();
      await database.remove();
    },
  };
}

/** Two real servers on one real PostgreSQL. */
export interface TwoServers {
  first: LecternProcess;
  second: LecternProcess;
  services: SharedServices;
  /** Ends both servers and the services. */
  remove(): Promise<void>;
}

export interface TwoNodes extends TwoServers {
  redis: RedisServer;
}

/** @param join the Redis or Centrifugo that joins the servers; it ends with them */
async function startTwoServers(
  settings: Record<string, string>,
  join: { remove(): Promise<void> },
): Promise<TwoServers> {
  const ends = [() => join.remove()];
  const remove = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const { http: PORT } = await freePorts();
    const services = await startSharedServices(PORT);
    ends.push(services.remove);
    const start = async (name: string, more: Record<string, string> = {}) => {
      // The application name tells the nodes' database sessions apart.
      const DATABASE_URL = `${services.settings.DATABASE_URL}&application_name=${name}`;
      const server = await startLectern({ ...services.settings, ...settings, DATABASE_URL, ...more });
      ends.push(server.remove);
      return server;
    };
    const starting = [start('first', { PORT: String(PORT) }), start('second')] as const;
    // A start that fails must not leave the other server behind.
    await Promise.allSettled(starting);
    const [first, second] = await Promise.all(starting);
    return { first, second, services, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Joined by a real Redis. Both servers get the settings. */
export async function startTwoNodes(settings: Record<string, string> = {}): Promise<TwoNodes> {
  const redis = await startRedis();
  return { ...(await startTwoServers({ REDIS_URL: redis.url, ...settings }, redis)), redis };
}

/** Joined by a real Centrifugo. Both servers get the settings. */
export async function startTwoNodesOfCentrifugo(settings: Record<string, string> = {}): Promise<TwoServers> {
  const centrifugo = await startCentrifugo();
  const theirs = {
    CENTRIFUGO_URL: centrifugo.url,
    CENTRIFUGO_API_KEY: centrifugo.apiKey,
    CENTRIFUGO_TOKEN_SECRET: centrifugo.tokenSecret,
  };
  return startTwoServers({ ...theirs, ...settings }, centrifugo);
}
