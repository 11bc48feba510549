import {
  type browserNames,
  errorNames,
  mostFrames,
  type pageErrorKinds,
  type pageParts,
} from '../../../contract/page-error-words.ts';
import type { Body } from '../../../contract/routes.ts';

export type PagePart = (typeof pageParts)[number];
type Kind = (typeof pageErrorKinds)[number];
export type PageError = Body<'reportPageError'>;

export type FaultParts = {
  send: (error: PageError) => Promise<unknown>;
  /** Of our page: frames of other origins are not ours. */
  origin: string;
  userAgent: string;
};

/** One fault may be found in many places; an operator learns nothing from more reports than this. */
const mostReports = 10;

/** Reports errors of this page to the server: where they were thrown, never what they say. Each is reported once. */
export class ErrorReporter {
  readonly #parts: FaultParts;
  readonly #known = new Set<string>();

  constructor(parts: FaultParts) {
    this.#parts = parts;
  }

  report(part: PagePart, kind: Kind, error: unknown): void {
    const { origin, userAgent, send } = this.#parts;
    const frames = framesOf(error, origin);
    // Thrown by an extension, or by nothing that can be found.
    if (frames.length === 0 && kind !== 'render') return;
    const name = nameOf(error);
    const key = [part, kind, name, frames[0]].join(' ');
    if (this.#known.has(key) || this.#known.size >= mostReports) return;
    this.#known.add(key);
    // Where the server is away, nothing is kept for later.
    send({ part, kind, name, frames, ...browserOf(userAgent) }).catch(() => undefined);
  }
}

function nameOf(error: unknown): (typeof errorNames)[number] {
  const name = error instanceof Error ? error.name : '';
  return errorNames.find((known) => known === name) ?? 'other';
}

/** A place in a stack, as Chrome (`at f (url:1:2)`), Firefox and Safari (`f@url:1:2`) write it. */
const place = /(https?:\/\/[^\s()@]+?)\/([\w.-]{1,80}\.(?:js|tsx?))(?:\?[^\s:)]*)?:(\d{1,7}):(\d{1,7})\)?$/;

/** Of our own build, and of `npm run dev`: the address of the page itself may hold anything. */
const folders = ['assets', 'src'];

function framesOf(error: unknown, origin: string): string[] {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : '';
  const frames: string[] = [];
  for (const line of stack.split('\n')) {
    const [, folder = '', file, row, column] = place.exec(line) ?? [];
    if (folders.some((own) => folder.startsWith(`${origin}/${own}`))) frames.push(`${file}:${row}:${column}`);
  }
  return frames.slice(0, mostFrames);
}

const browsers: readonly [RegExp, (typeof browserNames)[number]][] = [
  [/Edg\/(\d{1,4})\./, 'edge'],
  [/Firefox\/(\d{1,4})\./, 'firefox'],
  [/Chrom(?:e|ium)\/(\d{1,4})\./, 'chrome'],
  [/Version\/(\d{1,4})\..*Safari\//, 'safari'],
];

function browserOf(userAgent: string): Pick<PageError, 'browser' | 'browserVersion'> {
  for (const [pattern, browser] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return { browser, browserVersion: Number(version) };
  }
  return { browser: 'other' };
}
