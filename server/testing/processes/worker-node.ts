import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../wait.ts';
import { isReady } from './health.ts';
import { freePorts } from './ports.ts';
import { inherited, killAll, spawnLogged, waitForExit } from './processes.ts';
import { serverProgram } from './programs.ts';

/** A real server that no account signs in to: a node without `api`, or one that may refuse to start. */
export interface WorkerNode {
  url: string;
  dataDir: string;
  output(): string;
  /** The exit code of a server that ended by itself. */
  exitCode(): number | null;
  remove(): Promise<void>;
}

/** @returns when the node is ready or has ended */
export async function startWorkerNode(settings: Record<string, string>): Promise<WorkerNode> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
  const { http } = await freePorts();
  const url = `http://127.0.0.1:${http}`;
  const logFile = join(dataDir, 'server-output.log');
  const env = { ...inherited(), PORT: String(http), LECTERN_DATA_DIR: dataDir, ...settings };
  const child = spawnLogged([serverProgram], { env, logFile });
  let saidInAll: string | undefined;
  const output = () => saidInAll ?? readFileSync(logFile, 'utf8');
  const remove = async () => {
    child.kill('SIGTERM');
    await waitForExit(child);
    // Recorders outlive their server.
    await killAll(dataDir);
    saidInAll = output();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntil(async () => child.exitCode !== null || (await isReady(url)), {
      timeout: 60_000,
      message: () => `a node to be ready; it wrote:\n${output()}`,
    });
  } catch (error) {
    await remove();
    throw error;
  }
  return { url, dataDir, output, exitCode: () => child.exitCode, remove };
}
