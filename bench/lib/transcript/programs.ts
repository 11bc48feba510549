import { readFileSync } from 'node:fs';
import { peakMemoryOf, treeOf } from '../processes.ts';

const programs = ['cut.ts', 'transcribe.ts'] as const;
export type Program = (typeof programs)[number] | 'server';

interface SeenProgram {
  pid: number;
  program: Program;
  /** The chunk or the folder that it works on. */
  works: string;
}

function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Watches a server's processes that transcribe: their peak memory, and the chunks that they begin. */
export class ProgramWatch {
  /** In MB. */
  readonly peaks: Record<Program, number> = { server: 0, 'cut.ts': 0, 'transcribe.ts': 0 };
  /** Chunks in the order of their beginnings, such as `2/0`. */
  readonly begun: string[] = [];
  readonly #pid: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #seen = new Set<number>();

  /** @param pid that of the running server */
  constructor(pid: () => number) {
    this.#pid = pid;
    this.#timer = setInterval(() => this.#look(), 100);
  }

  /** The programs that run now. */
  running(): SeenProgram[] {
    return treeOf(this.#pid()).flatMap((pid) => {
      const [, script = '', works = ''] = argumentsOf(pid);
      const program = programs.find((name) => script.endsWith(`/${name}`));
      return program ? [{ pid, program, works }] : [];
    });
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#note('server', this.#pid());
    for (const { pid, program, works } of this.running()) {
      this.#note(program, pid);
      if (program !== 'transcribe.ts' || this.#seen.has(pid)) continue;
      this.#seen.add(pid);
      const [, voice, chunk] = /\/(\d+)\/chunks\/(\d+)\.wav$/.exec(works) ?? [];
      // The probe at the start of a server transcribes a file of its own.
      if (voice !== undefined) this.begun.push(`${voice}/${chunk}`);
    }
  }

  #note(program: Program, pid: number): void {
    this.peaks[program] = Math.max(this.peaks[program], peakMemoryOf(pid));
  }
}
