import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts } from '../processes/ports.ts';
import { type OwnProgram, ownProgram } from '../processes/processes.ts';

/** A real Redis on a port of its own, without persistence. */
export interface RedisServer extends OwnProgram {
  url: string;
  remove(): Promise<void>;
}

/** The program that `npm test` found, for a test file that runs by itself; undefined if there is none. */
export function foundProgram(setting: string, name: string): string | undefined {
  const named = process.env[setting];
  if (named) return named;
  const memory = resolve(import.meta.dirname, '../../../.cache', name);
  const known = existsSync(memory) ? readFileSync(memory, 'utf8').trim() : '';
  return known && existsSync(known) ? known : undefined;
}

const redisProgram = (): string | undefined => foundProgram('LECTERN_TEST_REDIS', 'redis');

/** The reason to skip tests that need a Redis; false if there is one. */
export const withoutRedis = (): string | false => (redisProgram() ? false : 'not run: no Redis');

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (isThere: boolean) => {
      socket.destroy();
      done(isThere);
    };
    socket.once('data', (data) => end(data.toString().startsWith('+PONG')));
    socket.once('error', () => end(false));
  });

export async function startRedis(): Promise<RedisServer> {
  const program = redisProgram();
  if (!program) throw new Error('there is no Redis on this machine: `npm test` gets one');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-redis-'));
  const { http: port } = await freePorts();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const redis = ownProgram({
    run: () => spawn(program, [...args, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' }),
    answers: () => answers(port),
    message: 'a Redis to answer',
  });
  await redis.start();
  return {
    url: `redis://127.0.0.1:${port}`,
    ...redis,
    remove: async () => {
      await redis.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
