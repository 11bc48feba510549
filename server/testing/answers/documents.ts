import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestGroup } from '../group.ts';
import type { Lectern } from '../lectern.ts';
import { freePorts } from '../processes/ports.ts';
import { waitForExit } from '../processes/processes.ts';
import { waitUntil } from '../wait.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Which test uses the blocks of a document; `documentation.test.ts` checks that the list is complete. */
export const usedBy: Record<string, string> = {
  'README.md': 'server/src/webhooks/documentation.test.ts',
  'docs/integrators/accounts.md': 'server/src/people/documentation.test.ts',
  'docs/integrators/chat.md': 'server/src/chat/documentation.test.ts',
  'docs/integrators/entering.md': 'server/src/people/documentation.test.ts',
  'docs/integrators/examples.md': 'server/src/system/example-lms.test.ts',
  'docs/integrators/fifteen-minutes.md': 'server/src/system/example-lms.test.ts',
  'docs/integrators/generated-clients.md': 'bench/soak/lib/clients-guide.ts',
  'docs/integrators/getting-started.md': 'server/src/webhooks/documentation.test.ts',
  'docs/integrators/people.md': 'server/src/people/documentation.test.ts',
  'docs/integrators/recordings.md': 'server/src/records/documentation.test.ts',
  'docs/integrators/reports.md': 'server/src/reports/documentation.test.ts',
  'docs/integrators/transcripts.md': 'server/src/transcription/documentation.test.ts',
  'docs/integrators/uploads.md': 'server/src/assets/documentation.test.ts',
  'docs/integrators/watching-webinars.md': 'server/src/playbacks/captions/captions.test.ts',
  'docs/integrators/webinar-schedules.md': 'server/src/playbacks/events/documentation.test.ts',
  'docs/integrators/webinars.md': 'server/src/playbacks/documentation.test.ts',
  'docs/integrators/webhooks.md': 'server/src/webhooks/documentation.test.ts',
  'docs/operators/deploying.md': 'server/src/system/release.test.ts',
  'docs/operators/entra-id.md': 'server/src/auth/provider/provider.test.ts',
  'docs/operators/nodes.md': 'server/testing/engines/centrifugo.ts',
  'docs/operators/sign-in.md': 'server/src/auth/provider/provider.test.ts',
};

export interface Block {
  language: string;
  code: string;
  /**
   * The comment above the block: `from verify/…` (generated from a tested file), `syntax only: <reason>` or `not
   * pasted: <reason>`. Without one a test uses the block as a reader does.
   */
  mark: string | undefined;
}

/** The blocks of a document in their order. `path` is relative to the root. */
export const blocksOf = (path: string): Block[] =>
  [
    ...readFileSync(join(root, path), 'utf8').matchAll(/^(?:<!-- (.*) -->\n)?```(\w*)\n([\s\S]*?)^```$/gm),
  ].map(([, mark, language = '', code = '']) => ({ language, code, mark }));

/** The blocks of a guide that a reader uses, one after the other. */
export class GuideBlocks {
  readonly path: string;
  #blocks: Block[];

  constructor(path: string) {
    this.path = path;
    this.#blocks = blocksOf(path).filter(({ mark }) => mark === undefined);
  }

  /**
   * Replaces URL, account and token in the blocks by those of this server, and the receiver's port and file by a free
   * port and a file of its own: other tests paste such blocks at the same time.
   */
  async adaptTo({ url, owner }: Lectern): Promise<void> {
    const receiver = String((await freePorts()).http);
    const receiverFile = join(tmpdir(), `lectern-receiver-${receiver}.mjs`);
    this.#blocks = this.#blocks.map(({ code, ...block }) => ({
      ...block,
      code: code
        .replaceAll('9000', receiver)
        .replaceAll(/(?<!\/)\breceiver\.mjs/g, receiverFile)
        .replaceAll('http://localhost:8080', url)
        .replaceAll('owner@localhost.localdomain', owner.email)
        .replaceAll('lpt_…', owner.personalToken),
    }));
  }

  /** Returns the next unused block in this language. */
  next(language = 'sh'): string {
    const found = this.#blocks.find((block) => block.language === language);
    if (!found) throw new Error(`${this.path} has no further block in ${language}`);
    this.#blocks = this.#blocks.filter((block) => block !== found);
    return found.code;
  }

  /** Returns all unused blocks, or those in these languages, in their order. */
  take(...languages: string[]): Block[] {
    const isTaken = ({ language }: Block) => languages.length === 0 || languages.includes(language);
    const taken = this.#blocks.filter(isTaken);
    this.#blocks = this.#blocks.filter((block) => !isTaken(block));
    return taken;
  }

  /** Fails if a block is still unused. */
  assertUsed(): void {
    assert.deepEqual(this.#blocks, [], `no test uses these blocks of ${this.path}`);
  }
}

/** Opens a guide whose blocks a test file uses; its last test calls `assertUsed` (docs/decisions/0026). */
export const openGuide = (path: string): GuideBlocks => new GuideBlocks(path);

const endsWithinMs = 10_000;

/**
 * A shell in the project's folder into which a test pastes blocks. Each block prints to a file of its own, so that a
 * background process of an earlier block cannot print into the output of a later one.
 */
export class Shell {
  readonly #child: ChildProcess;
  readonly #folder = mkdtempSync(join(tmpdir(), 'lectern-shell-'));
  #blocks = 0;

  constructor(environment: Record<string, string>) {
    this.#child = spawn('bash', [], {
      ...{ cwd: root, env: environment, detached: true },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  }

  #printed(block: number): string {
    const path = join(this.#folder, String(block));
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** The output of all blocks so far, in their order. */
  get output(): string {
    return Array.from({ length: this.#blocks }, (_, at) => this.#printed(at + 1)).join('');
  }

  /** Runs a block and returns what it printed. */
  async paste(code: string): Promise<string> {
    this.#blocks += 1;
    const block = this.#blocks;
    const mark = `--- block ${block} is done`;
    this.#child.stdin?.write(`exec >>'${join(this.#folder, String(block))}' 2>&1\n${code}\necho '${mark}'\n`);
    await waitUntil(() => this.#printed(block).includes(mark), {
      timeout: 60_000,
      message: () => `the block to end; it printed:\n${this.output}`,
    });
    const printed = this.#printed(block);
    return printed.slice(0, printed.indexOf(mark));
  }

  /** @param last is pasted first, to end the background processes of the blocks */
  async end(last: string): Promise<void> {
    this.#child.stdin?.end(`${last}\nexit\n`);
    // A block that never returns keeps `last` from running.
    const patience = setTimeout(
      () => process.kill(-(this.#child.pid ?? Number.NaN), 'SIGKILL'),
      endsWithinMs,
    );
    await waitForExit(this.#child);
    clearTimeout(patience);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A shell with the settings of this server's installation. */
export function shellOf({ installation }: Lectern): Shell {
  const { PATH = '', HOME = '' } = process.env;
  return new Shell({ PATH, HOME, ...installation });
}

/** The group and room that the blocks created. */
export async function groupOf(lectern: Lectern, shell: Shell): Promise<TestGroup> {
  const [spaceId = '', roomId = ''] = (await shell.paste('echo $space $room')).trim().split(' ');
  const owner = lectern.client(lectern.owner.personalToken);
  const at = { spaceId, roomId };
  return { owner, spaceId, at, room: await owner.getRoom(at) };
}
