import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports.ts';
import { inherited, waitForExit } from './processes.ts';
import { serverProgram } from './programs.ts';

/** Starts a server that must refuse to start, with a data folder of its own. */
export async function refusedStart(settings: Record<string, string>, program: string[] = [serverProgram]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-node-'));
  const ports = await freePorts();
  const child = spawn(process.execPath, program, {
    env: { ...inherited(), PORT: String(ports.http), LECTERN_DATA_DIR: dataDir, ...settings },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  await waitForExit(child);
  clearTimeout(timer);
  rmSync(dataDir, { recursive: true, force: true });
  return { code: child.exitCode, said };
}
