/** The program that converts documents (`recorder/convert.ts`), and the service that makes PDF of office files. */

import { realpathSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type ConvertJob,
  type ConvertProgress,
  type ConvertResult,
  convertNames,
  type PageFacts,
  pageFiles,
} from '../../../../recorder/folder/convert-job.ts';
import { ProgramFailed } from '../confined/failed.ts';
import { runFolderProgram } from '../confined/job.ts';
import { convertingLimits } from '../confined/limits.ts';
import { ConverterRefused, convertByService } from './service.ts';

export type { ConvertFailure, ConvertResult, PageFacts } from '../../../../recorder/folder/convert-job.ts';
export { ConverterRefused, ProgramFailed };

export interface ConvertOptions extends Omit<ConvertJob, 'version' | 'office'> {
  /** Ends the program. */
  signal: AbortSignal;
  onTotal: (total: number) => void;
  /** The files of a page are in the folder. */
  onPage: (number: number) => void;
}

interface ConverterSettings {
  dataDir: string;
  /** The folder with `convert.ts`. */
  programs: string;
  /** The program of LibreOffice; undefined: there is none. */
  office: string | undefined;
  /** A service that converts office files instead. */
  service: URL | undefined;
}

export const timings = {
  /** A page that takes longer ends the conversion. */
  pageMs: 30_000,
};

/** Lines of the output are short, and those of libraries may be among them. */
const mostBytes = 1_000_000;
/** Texts are bounded, and a character has at most six bytes in JSON. */
const mostFactBytes = 200_000;

/** Folders that LibreOffice reads beside those of the system. */
const officeFolders = ['/etc/libreoffice', '/var/lib/libreoffice', '/usr/share', '/var/cache/fontconfig'];

/** Converts documents, each attempt in a folder of its own on this node, by processes that end with the server. */
export class Converter {
  readonly #root: string;
  readonly #script: string;
  readonly #office: string | undefined;
  readonly #service: URL | undefined;

  constructor({ dataDir, programs, office, service }: ConverterSettings) {
    this.#root = join(dataDir, 'converting');
    this.#script = join(programs, 'convert.ts');
    this.#office = service ? undefined : office;
    this.#service = service;
  }

  /** How office files are converted here. */
  get officeBy(): 'service' | 'program' | 'nothing' {
    if (this.#service) return 'service';
    return this.#office === undefined ? 'nothing' : 'program';
  }

  /** Makes the empty folder of an attempt. @returns the path at which its input has to be stored */
  async begin(attempt: string): Promise<string> {
    const folder = this.#folderOf(attempt);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, convertNames.input);
  }

  /**
   * Has the service make a PDF of the office file of an attempt, in its place.
   * @throws ConverterRefused, the error of the connection, the reason of the signal
   */
  async makePdf(attempt: string, { end, signal }: { end: string; signal: AbortSignal }): Promise<void> {
    const input = join(this.#folderOf(attempt), convertNames.input);
    const output = `${input}.pdf`;
    if (!this.#service) throw new Error('no service converts office files');
    await convertByService(this.#service, { input, end, output, signal });
    await rename(output, input);
  }

  /** @throws ProgramFailed if the program ended without a result */
  async convert(attempt: string, options: ConvertOptions): Promise<ConvertResult> {
    const { signal, onTotal, onPage, ...wanted } = options;
    signal.throwIfAborted();
    const folder = this.#folderOf(attempt);
    const usesOffice = wanted.type !== 'pdf' && wanted.type !== 'picture';
    const office = usesOffice ? (this.#office ?? null) : null;
    const job: ConvertJob = { version: 1, office, ...wanted };
    return runFolderProgram<ConvertResult>({
      ...{ script: this.#script, folder, cwd: folder, names: convertNames, job, signal },
      ...{ limits: convertingLimits(), mostBytes, stalledMs: timings.pageMs },
      ...(office !== null && {
        network: 'local',
        read: [...officeFolders, dirname(dirname(realpathSync(office)))],
      }),
      onLine: (line) => {
        const { total, page } = progressIn(line);
        if (isIn(total, wanted.mostPages)) onTotal(total);
        if (isIn(page, wanted.mostPages)) onPage(page);
      },
    });
  }

  /** Reads what the program found about a page. @throws ProgramFailed: it read a stranger's file and is not believed */
  async factsOf(attempt: string, number: number, longer: number): Promise<PageFacts> {
    const path = join(this.#folderOf(attempt), pageFiles(number).facts);
    if ((await stat(path)).size > mostFactBytes) throw new ProgramFailed('the facts of a page are too large');
    const { width, height, text } = JSON.parse(await readFile(path, 'utf8')) as PageFacts;
    if (!isIn(width, longer) || !isIn(height, longer) || typeof text !== 'string')
      throw new ProgramFailed('the facts of a page are none');
    return { width, height, text: text.toWellFormed().replaceAll('\0', '') };
  }

  /** Paths of the pictures of a page. */
  picturesOf(attempt: string, number: number): { small: string; large: string } {
    const { small, large } = pageFiles(number);
    const folder = this.#folderOf(attempt);
    return { small: join(folder, small), large: join(folder, large) };
  }

  /** Removes the files of a page that are stored. */
  async discardPage(attempt: string, number: number): Promise<void> {
    const folder = this.#folderOf(attempt);
    for (const name of Object.values(pageFiles(number))) await rm(join(folder, name), { force: true });
  }

  async discard(attempt: string): Promise<void> {
    await rm(this.#folderOf(attempt), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  /** Removes the folders that a killed server left. */
  async clear(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  #folderOf(attempt: string): string {
    // The name becomes part of a path that is removed recursively.
    if (!/^[0-9a-f]{24}-\d+$/.test(attempt)) throw new Error(`"${attempt}" is not an attempt`);
    return join(this.#root, attempt);
  }
}

const isIn = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;

/** Libraries may write other lines. */
function progressIn(line: string): ConvertProgress {
  try {
    return (JSON.parse(line) as ConvertProgress | null) ?? {};
  } catch {
    return {};
  }
}
