import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../processes/ports.ts';
import { type OwnProgram, ownProgram } from '../processes/processes.ts';
import { foundProgram } from './redis.ts';

/** A real S3 server of the test's own with one bucket; its objects are files in a folder. */
export interface ObjectStorage extends OwnProgram {
  /** Settings with which a server stores its files here. */
  settings: {
    S3_ENDPOINT: string;
    S3_REGION: string;
    S3_BUCKET: string;
    S3_ACCESS_KEY_ID: string;
    S3_SECRET_ACCESS_KEY: string;
  };
  /** The bucket's folder. */
  folder: string;
  /** Multipart uploads that were neither completed nor aborted. */
  unfinished(): string[];
  remove(): Promise<void>;
}

const storageProgram = (): string | undefined => foundProgram('LECTERN_TEST_VERSITYGW', 'versitygw');

/** The reason to skip tests that need an S3 server; false if there is one (docs/decisions/0006). */
export const withoutStorage = (): string | false => (storageProgram() ? false : 'not run: no S3 server');

/** Settings for servers that need an object storage but never use it: nothing listens there. */
export const storageAway = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'lectern',
  S3_ACCESS_KEY_ID: 'the-key-of-the-tests',
  S3_SECRET_ACCESS_KEY: 'the-secret-of-the-key-of-the-tests',
};

/** @param mostBytes the largest file that it takes, to simulate a full storage */
export async function startObjectStorage({ mostBytes }: { mostBytes?: number } = {}): Promise<ObjectStorage> {
  const program = storageProgram();
  if (!program) throw new Error('there is no S3 server on this machine: `npm test` gets one');
  const root = mkdtempSync(join(tmpdir(), 'lectern-storage-'));
  const { http: port } = await freePorts();
  const settings = { ...storageAway, S3_ENDPOINT: `http://127.0.0.1:${port}` };
  const folder = join(root, 'buckets', settings.S3_BUCKET);
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(root, 'notes'));
  const args = ['--port', `127.0.0.1:${port}`, '--region', settings.S3_REGION, '--health', '/health'];
  // Metadata goes into files next to the objects: not every file system has extended attributes.
  const all = [...args, '--quiet', 'posix', '--sidecar', join(root, 'notes'), join(root, 'buckets')];
  const env = {
    PATH: process.env.PATH ?? '',
    ROOT_ACCESS_KEY: settings.S3_ACCESS_KEY_ID,
    ROOT_SECRET_KEY: settings.S3_SECRET_ACCESS_KEY,
  };
  const limit = mostBytes === undefined ? '' : `ulimit -f ${Math.ceil(mostBytes / 512)}; `;
  const storage = ownProgram({
    run: () => spawn('sh', ['-c', `${limit}exec "$0" "$@"`, program, ...all], { stdio: 'ignore', env }),
    answers: async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok,
    message: 'an S3 server to answer',
  });
  await storage.start();
  const partsIn = (): string[] => {
    const parts = join(folder, '.sgwtmp/multipart');
    try {
      return readdirSync(parts, { recursive: true }).map(String);
    } catch {
      return [];
    }
  };
  return {
    settings,
    folder,
    unfinished: partsIn,
    ...storage,
    remove: async () => {
      await storage.kill();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
