import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineIntakePath } from '../src/calls/calls.ts';
import { startOwnLiveKit } from '../src/engines/media/testing/own-livekit.ts';
import { type Database, openDatabase } from '../src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { type Lectern, startLectern } from './lectern.ts';
import { freePorts } from './ports.ts';
import { quietLog } from './quiet-log.ts';
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
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-ground-'));
  // The database may run as another user, who has to pass through here.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: quietLog });
  const { livekit, remove: removeLiveKit } = await startOwnLiveKit({
    webhookUrl: `http://127.0.0.1:${httpPort}${engineIntakePath}`,
  });
  const { host, user, database: name } = postgres.connection;
  const database = openDatabase({ ...postgres.connection, max: 3 }, quietLog);
  return {
    database,
    settings: {
      DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
      LECTERN_SECRET_KEY: 'the secret key of servers that are under test',
      LIVEKIT_URL: livekit.url,
      LIVEKIT_API_KEY: livekit.apiKey,
      LIVEKIT_API_SECRET: livekit.apiSecret,
    },
    remove: async () => {
      await database.close();
      await livekit.stop();
      await removeLiveKit();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
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
  const all = { ...ground.settings, REDIS_URL: redis.url, ...settings };
  const first = await startLectern({ ...all, PORT: String(PORT) });
  const second = await startLectern(all);
  return {
    first,
    second,
    redis,
    ground,
    remove: async () => {
      await first.remove();
      await second.remove();
      await redis.remove();
      await ground.remove();
    },
  };
}
