import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '../../../../contract/client/index.ts';
import { checkedFetch } from '../../../../server/testing/answers/checked-fetch.ts';
import { type SharedServices, startSharedServices } from '../../../../server/testing/engines/nodes.ts';
import { startObjectStorage } from '../../../../server/testing/engines/object-storage.ts';
import { startRedis } from '../../../../server/testing/engines/redis.ts';
import { type LecternProcess, startLectern } from '../../../../server/testing/lectern.ts';
import { isHealthy } from '../../../../server/testing/processes/health.ts';
import { freePorts } from '../../../../server/testing/processes/ports.ts';
import {
  childrenOf,
  inherited,
  killAll,
  ownProgram,
  signalAll,
  waitForExit,
} from '../../../../server/testing/processes/processes.ts';
import { waitUntil } from '../../../../server/testing/wait.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** A part of a fleet that can be struck. */
export interface FleetPart {
  name: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the exit; absent where nobody would stop the part this way. */
  stop?(): Promise<void>;
  /** Resolves once the part is running and serves again. */
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

export interface NodePart extends FleetPart {
  url: string;
  output(): string;
}

export interface RecorderPart extends NodePart {
  /** Kills the whole machine: the server and its recorders. */
  lose(): Promise<void>;
}

export interface Fleet {
  /** The installation, by the address of its load balancer. */
  lectern: LecternProcess;
  services: SharedServices;
  apis: NodePart[];
  recorders: RecorderPart[];
  redis: FleetPart;
  storage: FleetPart;
  livekit: FleetPart;
  postgres: FleetPart;
  proxy: FleetPart;
  remove(): Promise<void>;
}

const patience = 60_000;
const program = join(root, 'server/src/main.ts');

function apiPart(name: string, lectern: LecternProcess): NodePart {
  return {
    ...{ name, url: lectern.url, output: lectern.output },
    ...{ kill: lectern.kill, stop: lectern.stop, start: () => lectern.start() },
    freeze: () => process.kill(lectern.pid(), 'SIGSTOP'),
    thaw: () => process.kill(lectern.pid(), 'SIGCONT'),
  };
}

async function startRecorder(
  name: string,
  settings: Record<string, string>,
): Promise<RecorderPart & { remove(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-fleet-'));
  const { http } = await freePorts();
  const url = `http://127.0.0.1:${http}`;
  const logFile = join(dataDir, 'server-output.log');
  const own = { PORT: String(http), LECTERN_DATA_DIR: dataDir, LECTERN_ROLES: 'recorder' };
  let child: ChildProcess;
  const node = ownProgram({
    run: () => {
      child = spawn(process.execPath, [program], { cwd: root, env: { ...inherited(), ...settings, ...own } });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk));
      }
      return child;
    },
    answers: () => isHealthy(url),
    message: `${name} to be ready`,
  });
  await node.start();
  return {
    ...{ name, url, ...node },
    output: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''),
    stop: async () => {
      child.kill('SIGTERM');
      await waitForExit(child);
    },
    lose: async () => {
      await node.kill();
      await killAll(dataDir);
    },
    remove: async () => {
      await node.kill();
      await killAll(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A program whose supervisor in this process restarts it. */
function keptPart(name: string, command: RegExp, answers: () => Promise<boolean>): FleetPart {
  const running = () => childrenOf(process.pid).filter((one) => command.test(one.command));
  const family = () => running().flatMap((one) => [one, ...childrenOf(one.pid)]);
  return {
    name,
    kill: async () => signalAll(running(), 'SIGKILL'),
    start: async () => {
      await waitUntil(answers, { timeout: patience, message: `${name} to answer` });
    },
    freeze: () => signalAll(family(), 'SIGSTOP'),
    thaw: () => signalAll(family(), 'SIGCONT'),
  };
}

/** Two nodes for people and jobs, two that record, and everything they need, each in a process that can be killed. */
export async function startFleet(): Promise<Fleet> {
  const { http: port } = await freePorts();
  const url = `http://127.0.0.1:${port}`;
  const removals: (() => Promise<void>)[] = [];
  const remove = async () => {
    for (const end of removals.splice(0).toReversed()) await end();
  };
  const kept = <T extends { remove(): Promise<void> }>(one: T): T => {
    removals.push(() => one.remove());
    return one;
  };
  try {
    const services = kept(await startSharedServices(port));
    const redis = kept(await startRedis());
    const storage = kept(await startObjectStorage());
    const settings = {
      ...{ ...services.settings, ...storage.settings, REDIS_URL: redis.url, LECTERN_URL: url },
      ...{ LECTERN_TRUSTED_PROXIES: '127.0.0.0/8', LECTERN_LOG_LEVEL: 'info' },
      ...{ LECTERN_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', LECTERN_WEBHOOK_RETRY_SECONDS: '1,2' },
      ...{ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0', LECTERN_DRAIN_SECONDS: '2' },
      ...{ LECTERN_RECORDER_PLACES: '2', LECTERN_MIN_FREE_DISK: '1MB', LECTERN_CALL_END_GRACE_SECONDS: '15' },
    };
    const apis = [
      kept(await startLectern({ ...settings, LECTERN_ROLES: 'api,jobs' })),
      kept(await startLectern({ ...settings, LECTERN_ROLES: 'api,jobs' })),
    ];
    const recorders = [
      kept(await startRecorder('recorder 1', settings)),
      kept(await startRecorder('recorder 2', settings)),
    ];
    const script = join(import.meta.dirname, 'proxy.ts');
    const proxy = ownProgram({
      run: () =>
        spawn(process.execPath, [script, String(port), ...apis.map((api) => api.url)], { stdio: 'inherit' }),
      answers: () => isHealthy(url),
      message: 'the load balancer to answer',
    });
    removals.push(proxy.kill);
    await proxy.start();
    const [first] = apis;
    if (!first) throw new Error('the fleet has no node');
    return {
      lectern: {
        ...first,
        url,
        client: (token) => createClient({ baseUrl: url, token, fetch: checkedFetch }),
      },
      ...{ services, apis: apis.map((api, at) => apiPart(`api ${at + 1}`, api)), recorders },
      ...{ redis: { name: 'Redis', ...redis }, storage: { name: 'S3', ...storage } },
      livekit: keptPart(
        'LiveKit',
        /livekit-server/,
        async () => (await fetch(`${services.settings.LIVEKIT_URL}`)).ok,
      ),
      postgres: keptPart('PostgreSQL', / -D /, async () => {
        await services.database.pool.query('SELECT 1');
        return true;
      }),
      proxy: { name: 'the load balancer', ...proxy },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
