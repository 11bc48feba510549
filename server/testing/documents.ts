import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Lectern } from './lectern.ts';
import type { Place } from './place.ts';
import { freePorts } from './ports.ts';
import { ended } from './processes.ts';
import { waitUntil } from './wait.ts';

const root = resolve(import.meta.dirname, '../..');

export const documentOf = (name: string): string =>
  readFileSync(join(root, 'docs/integrators', name), 'utf8');

export interface Block {
  language: string;
  code: string;
}

/** The code of a page, in its order. */
export const blocksIn = (text: string): Block[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));

/** The code of a page in one language. */
export const codeIn = (text: string, language: string): string[] =>
  blocksIn(text)
    .filter((block) => block.language === language)
    .map(({ code }) => code);

const endsWithinMs = 10_000;

/** A shell in the project's folder, into which a person pastes one block after the other. */
export class Shell {
  readonly #child: ChildProcess;
  #output = '';
  #blocks = 0;

  constructor(environment: Record<string, string>) {
    this.#child = spawn('bash', [], { cwd: root, env: environment, detached: true });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString('utf8');
      });
    }
  }

  get output(): string {
    return this.#output;
  }

  /** What it printed until the block was done. */
  async paste(code: string): Promise<string> {
    this.#blocks += 1;
    const [from, mark] = [this.#output.length, `--- block ${this.#blocks} is done`];
    this.#child.stdin?.write(`${code}\necho '${mark}'\n`);
    await waitUntil(() => this.#output.includes(mark), {
      timeout: 60_000,
      message: () => `the block to end; it printed:\n${this.#output}`,
    });
    return this.#output.slice(from, this.#output.indexOf(mark));
  }

  /** @param last pasted before it ends: ends what the blocks left running */
  async end(last: string): Promise<void> {
    this.#child.stdin?.end(`${last}\nexit\n`);
    // A block that goes on for ever lets no other begin.
    const patience = setTimeout(
      () => process.kill(-(this.#child.pid ?? Number.NaN), 'SIGKILL'),
      endsWithinMs,
    );
    await ended(this.#child);
    clearTimeout(patience);
  }
}

/** The terminal of somebody who has this server. */
export function shellOf({ dataDir }: Lectern): Shell {
  const { PATH = '', HOME = '' } = process.env;
  return new Shell({ PATH, HOME, LECTERN_DATA_DIR: dataDir });
}

/** A page as it reads with this server and its account, and with a receiver of webhooks on a port that is free. */
export async function pageFor({ url, owner }: Lectern, text: string): Promise<string> {
  return text
    .replaceAll('9000', String((await freePorts()).http))
    .replaceAll('http://localhost:8080', url)
    .replaceAll('owner@localhost.localdomain', owner.email);
}

/** The group and the room that the blocks made. */
export async function placeOf(lectern: Lectern, shell: Shell): Promise<Place> {
  const [spaceId = '', roomId = ''] = (await shell.paste('echo $space $room')).trim().split(' ');
  const owner = lectern.client(lectern.owner.personalToken);
  const at = { spaceId, roomId };
  return { owner, spaceId, at, room: await owner.getRoom(at) };
}
