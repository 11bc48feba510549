import { engineIntakePath } from '../src/calls/calls.ts';
import { startOwnLiveKit } from '../src/engines/media/testing/own-livekit.ts';
import type { Database } from '../src/platform/db/db.ts';
import { type Lectern, startLectern } from './lectern.ts';
import { storageAway } from './object-storage.ts';
import { startOwnDatabase } from './own-database.ts';
import { freePorts } from './ports.ts';
import { type RedisServer, startRedis } from './redis.ts';

/** A database and a media engine that several servers share and that outlive them. */
export interface Ground {
  /** What makes a server one of this ground; its ports and data folder are its own. */
  settings: Record<string, string>;
  /** For what no request can bring about. */
  database: Database;
  remove(): Promise<void>;
}

/** The media engine tells one server of calls, whose port this is; the others find out by asking. */
export async function startGround(httpPort: number): Promise<Ground> {
  const database = await startOwnDatabase();
  const { livekit, remove: removeLiveKit } = await startOwnLiveKit({
    webhookUrl: `http://127.0.0.1:${httpPort}${engineIntakePath}`,
  });
  return {
    database,
    settings: {
      // Several nodes need one; who keeps files names a real one.
      ...storageAway,
      DATABASE_URL: database.url,
      LECTERN_SECRET_KEY: 'the secret key of servers that are under test',
      LIVEKIT_URL: livekit.url,
      LIVEKIT_API_KEY: livekit.apiKey,
      LIVEKIT_API_SECRET: livekit.apiSecret,
    },
    remove: async () => {
      await livekit.stop();
      await removeLiveKit();
      await database.remove();
    },
  };
}

export interface Nodes {
  first: Lectern;
  second: Lectern;
  redis: RedisServer;
  ground: Ground;
  /** Ends both servers and what they stand on. */
  remove(): Promise<void>;
}

/** Two real servers on one real PostgreSQL, joined by a real Redis; the settings are those of both. */
export async function startTwoNodes(settings: Record<string, string> = {}): Promise<Nodes> {
  const { http: PORT } = await freePorts();
  const [redis, ground] = await Promise.all([startRedis(), startGround(PORT)]);
  const servers: Lectern[] = [];
  const remove = async () => {
    for (const server of servers) await server.remove();
    await redis.remove();
    await ground.remove();
  };
  const all = { ...ground.settings, REDIS_URL: redis.url, ...settings };
  const start = async (more: Record<string, string>) => {
    // The database knows the sessions of each node by its name.
    const name = servers.length === 0 ? 'first' : 'second';
    const DATABASE_URL = `${ground.settings.DATABASE_URL}&application_name=${name}`;
    const server = await startLectern({ ...all, DATABASE_URL, ...more });
    servers.push(server);
    return server;
  };
  try {
    const first = await start({ PORT: String(PORT) });
    return { first, second: await start({}), redis, ground, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
