import {
  type browserNames,
  errorNames,
  mostFrames,
  type pageErrorKinds,
  type pageParts,
} from '../../../contract/operations/page-error-names.ts';
import type { Body } from '../../../contract/routes.ts';

export type PagePart = (typeof pageParts)[number];
type Kind = (typeof pageErrorKinds)[number];
export type PageError = Body<'reportPageError'>;

type FaultParts = {
  send: (error: PageError) => Promise<unknown>;
  /** Errors of our page; frames of other origins are not ours. */
  origin: string;
  userAgent: string;
};

/** One fault may appear in many places; more reports than this tell an operator nothing. */
const mostReports = 10;

/**
 * Reports errors of this page to the server: the position where they were thrown, never the message. Each is reported
 * once.
 */
export class ErrorReporter {
  readonly #parts: FaultParts;
  readonly #known = new Set<string>();

  constructor(parts: FaultParts) {
    this.#parts = parts;
  }

  report(part: PagePart, kind: Kind, error: unknown): void {
    const { origin, userAgent, send } = this.#parts;
    const frames = framesOf(error, origin);
    // The error comes from an extension, or has no position.
    if (frames.length === 0 && kind !== 'render') return;
    const name = nameOf(error);
    const key = [part, kind, name, frames[0]].join(' ');
    if (this.#known.has(key) || this.#known.size >= mostReports) return;
    this.#known.add(key);
    // An unsent report is dropped: the server is down.
    send({ part, kind, name, frames, ...browserOf(userAgent) }).catch(() => undefined);
  }
}

function nameOf(error: unknown): (typeof errorNames)[number] {
  const name = error instanceof Error ? error.name : '';
  return errorNames.find((known) => known === name) ?? 'other';
}

/** A stack frame as Chrome (`at f (url:1:2)`), Firefox and Safari (`f@url:1:2`) write it. */
const place = /(https?:\/\/[^\s()@]+?)\/([\w.-]{1,80}\.(?:js|tsx?))(?:\?[^\s:)]*)?:(\d{1,7}):(\d{1,7})\)?$/;

/** Files of our build and of `npm run dev`: the address of the page itself may contain anything. */
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
