import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { foundProgram } from '../engines/redis.ts';
import { inherited } from '../processes/processes.ts';

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

/** The address and the secret that the owner of a group copies. */
export interface ServerForClients {
  base: string;
  secret: string;
}

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

  /** Runs a program that reads calls and writes results. */
  static run(command: string, options: string[], env: NodeJS.ProcessEnv): ForeignClients {
    return new ForeignClients(spawn(command, options, { env }));
  }

  static ofNpm(folder: string, { base, secret }: ServerForClients): ForeignClients {
    const options = ['--no-deprecation', join(import.meta.dirname, 'npm-clients.ts'), base, secret];
    return ForeignClients.run(process.execPath, options, { ...inherited(), LECTERN_TEST_BBB_NPM: folder });
  }

  static ofPython(folder: string, { base, secret }: ServerForClients): ForeignClients {
    const options = [join(import.meta.dirname, 'clients.py'), base, secret];
    return ForeignClients.run('python3', options, pythonEnvironment(folder));
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
