import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../contract/client/index.ts';
import { checkedFetch } from './answers/checked-fetch.ts';
import { noteSettings, secretsIn } from './answers/secrets.ts';
import { type Engines, enginesFor } from './engines/engines.ts';
import { isReady } from './processes/health.ts';
import { freePorts } from './processes/ports.ts';
import { inherited, killAll, spawnLogged, waitForExit } from './processes/processes.ts';
import { serverProgram } from './processes/programs.ts';
import { waitUntil } from './wait.ts';

export interface Owner {
  email: string;
  password: string;
  clientId: string;
  clientSecret: string;
  /** A token for the owner's client credentials. */
  clientToken: string;
  userToken: string;
  personalToken: string;
}

/** A real server with its own data folder and port, in the test's process or its own. */
export interface Lectern {
  url: string;
  dataDir: string;
  /** Settings with which a command or a test reaches the server's data and engines. */
  installation: Record<string, string>;
  owner: Owner;
  /** A client with this token, or without a credential. Every response is checked against the contract. */
  client(token?: string): Client;
  /** Everything that the server has written. */
  output(): string;
  /** Stops the server cleanly; the data folder stays until `remove`. */
  stop(): Promise<void>;
  /** Starts it again with the same folder and ports. */
  start(more?: Record<string, string>): Promise<void>;
  /** Stops the server and removes the data folder. Fails if the output contains a secret that the test used. */
  remove(): Promise<void>;
}

/** A server in a process of its own, with a LiveKit. */
export interface LecternProcess extends Lectern {
  ports: Awaited<ReturnType<typeof freePorts>>;
  /** The process id of the running server. */
  pid(): number;
  /** kill -9; the engines keep running. */
  kill(): Promise<void>;
}

/** The first account of each test server. */
const account = {
  email: 'owner@example.org',
  password: 'correct horse battery',
  clientId: 'client-of-the-owner',
  clientSecret: 'secret-of-the-client-of-the-owner',
};

/** A client of the server; every response is checked against the contract. */
export const clientOf = (url: string, token?: string, send = checkedFetch): Client =>
  createClient({ baseUrl: url, token, fetch: send });

/**
 * Signs the first account in.
 * @param send `fetch`, for a server of another version, whose responses are not those of this contract
 */
export async function signIn(url: string, send = checkedFetch): Promise<Owner> {
  const client = clientOf(url, undefined, send);
  const credentials = { client_id: account.clientId, client_secret: account.clientSecret };
  const forClient = await client.issueToken({ body: { ...credentials, grant_type: 'client_credentials' } });
  const forUser = await client.issueToken({
    body: { ...credentials, grant_type: 'password', username: account.email, password: account.password },
  });
  const own = clientOf(url, forUser.access_token, send);
  const personal = await own.createPersonalToken({ body: { name: 'tests' } });
  return {
    ...account,
    clientToken: forClient.access_token,
    userToken: forUser.access_token,
    personalToken: personal.token,
  };
}

/** The settings of each test server. */
export const testSettingsOf = ({
  url,
  dataDir,
  ports,
}: Pick<LecternProcess, 'url' | 'dataDir' | 'ports'>): Record<string, string> => ({
  ...inherited(),
  PORT: String(ports.http),
  LECTERN_URL: url,
  LECTERN_DATA_DIR: dataDir,
  LECTERN_MEDIA_PORT: String(ports.media),
  LECTERN_MEDIA_TCP_PORT: String(ports.mediaTcp),
  LECTERN_MEDIA_UDP_PORT: String(ports.mediaUdp),
  LECTERN_OWNER_EMAIL: account.email,
  LECTERN_OWNER_PASSWORD: account.password,
  LECTERN_CLIENT_ID: account.clientId,
  LECTERN_CLIENT_SECRET: account.clientSecret,
  LECTERN_RATE_LIMIT_PER_MINUTE: '0',
  LECTERN_CALL_END_GRACE_SECONDS: '1',
  LECTERN_DRAIN_SECONDS: '0',
  LECTERN_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
});

export const installationIn = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).filter(([name]) =>
      /^(LECTERN_DATA_DIR|DATABASE_URL|LECTERN_SECRET_KEY|LIVEKIT_.*)$/.test(name),
    ),
  );

export interface LecternOptions {
  /** The program that runs the server, by default the server itself. */
  program?: string[];
  engines?: Engines;
  /** `fetch`, if the program is another version: its responses are not those of this contract. */
  send?: typeof fetch;
}

/**
 * Starts a server in a process of its own, with these settings in addition to those of the tests. End it with
 * `remove()`. A test that needs neither a process nor media uses `startInProcess`. Rate limits are off unless
 * `LECTERN_RATE_LIMIT_PER_MINUTE` is given.
 */
export async function startLectern(
  settings: Record<string, string> = {},
  { program, engines = 'shared', send }: LecternOptions = {},
): Promise<LecternProcess> {
  const dataDir = settings.LECTERN_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'lectern-test-'));
  const free = await freePorts();
  const { PORT: http = free.http, LECTERN_MEDIA_PORT: media = free.media } = settings;
  const ports = { ...free, http: Number(http), media: Number(media) };
  const url = `http://127.0.0.1:${ports.http}`;
  const shared = await enginesFor(engines, { dataDir, httpPort: ports.http, settings });
  const base: Record<string, string> = {
    ...testSettingsOf({ url, dataDir, ports }),
    ...shared.settings,
    ...settings,
  };
  const logFile = join(dataDir, 'server-output.log');
  const output = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  noteSettings(url, base);
  let child: ChildProcess | undefined;

  const start = async (more: Record<string, string> = {}) => {
    noteSettings(url, more);
    const env = { ...base, ...more };
    const server = spawnLogged(program ?? [serverProgram], { env, logFile });
    child = server;
    await waitUntil(async () => server.exitCode !== null || (await isReady(url)), {
      timeout: 60_000,
      message: () => `the server to be ready; it wrote:\n${output().slice(-4000)}`,
    });
    if (server.exitCode !== null) throw new Error(`the server did not start:\n${output()}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!child) return;
    child.kill(signal);
    await waitForExit(child);
    child = undefined;
  };

  const owner = await start()
    .then(() => signIn(url, send))
    .catch(async (error: unknown) => {
      await end('SIGKILL');
      // Its engines would outlive it, and nothing would end them. A given folder may be in use by others.
      if (!settings.LECTERN_DATA_DIR) {
        await killAll(dataDir);
        rmSync(dataDir, { recursive: true, force: true });
      }
      await shared.remove();
      throw error;
    });
  return {
    url,
    dataDir,
    installation: installationIn(base),
    ports,
    owner,
    client: (token) => clientOf(url, token),
    output,
    pid: () => child?.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    start,
    remove: async () => {
      // After a kill its own engines still run: only a server that takes them over can end them.
      if (!child && !(base.DATABASE_URL && base.LIVEKIT_URL)) await start();
      await end('SIGTERM');
      const told = secretsIn(url, output());
      // Recorders finish their files after the call; do not wait for them.
      await killAll(join(dataDir, 'recordings'));
      rmSync(dataDir, { recursive: true, force: true });
      await shared.remove();
      if (told.length > 0) throw new Error(`the server's output contains secrets: ${told.join(', ')}`);
    },
  };
}
