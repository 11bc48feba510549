import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { foundProgram } from '../../../../testing/engines/redis.ts';
import { inherited } from '../../../../testing/processes/processes.ts';

/** The folders of the clients that `npm test` installed; undefined: they could not be had. */
export const npmClients = (): string | undefined => foundProgram('LECTERN_TEST_BBB_NPM', 'bbb-npm');
export const pythonClients = (): string | undefined => foundProgram('LECTERN_TEST_BBB_PYTHON', 'bbb-python');

/** The environment in which Python finds the clients. */
export const pythonEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  ...inherited(),
  PYTHONPATH: folder,
  PYTHONIOENCODING: 'utf-8',
  PYTHONDONTWRITEBYTECODE: '1',
});

type Answer = { result: unknown } | { error: string };

/** A running program that calls the methods of clients that are not ours. */
export class ForeignClients {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  #errors = '';

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
  }

  static ofNpm(folder: string, server: { base: string; secret: string }): ForeignClients {
    const program = join(import.meta.dirname, 'npm-clients.ts');
    const options = ['--no-deprecation', program, server.base, server.secret];
    const env = { ...inherited(), LECTERN_TEST_BBB_NPM: folder };
    return new ForeignClients(spawn(process.execPath, options, { env }));
  }

  static ofPython(folder: string, server: { base: string; secret: string }): ForeignClients {
    const program = join(import.meta.dirname, 'clients.py');
    const options = [program, server.base, server.secret];
    return new ForeignClients(spawn('python3', options, { env: pythonEnvironment(folder) }));
  }

  /** Calls the method at this path. @throws Error with the text of what it throws */
  async call<Result>(path: string, given: unknown[] = [], named: object = {}): Promise<Result> {
    this.#child.stdin.write(`${JSON.stringify([path, given, named])}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the program with the clients ended: ${this.#errors.slice(-2000)}`);
    const answer = JSON.parse(value) as Answer;
    if ('error' in answer) throw new Error(answer.error);
    return answer.result as Result;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    await ended;
  }
}
