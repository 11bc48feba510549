import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inspect } from 'node:util';
import { root } from '../paths.mjs';
import { inOneLine } from './one-line.mjs';

const KEPT_OUTPUT = 20_000;
const shown = (file) => (file ? relative(root, file) : '(no file)');
const indent = (text) => text.trimEnd().replace(/^/gm, '      ');

function explain(details) {
  const error = details?.error?.cause ?? details?.error;
  return error instanceof Error ? (error.stack ?? error.message) : inspect(error);
}

/** A suite fails because of what is in it, and a file because of its tests: those are named already. */
const isEcho = (data) => data.details?.error?.failureType === 'subtestsFailed';

function ending({ exitCode, signal } = {}) {
  if (signal) return `it was ended by ${signal}`;
  return exitCode ? `it ended with code ${exitCode}` : null;
}

/** How a test says that it needs what a machine may do without, such as one more programming language. */
const elsewhere = 'not to be had here: ';

class Report {
  #output = new Map();
  #failures = new Map();
  #closed = new Set();
  notRun = [];
  notHere = [];
  #told = [];

  hear({ file, message }) {
    this.#output.set(file, ((this.#output.get(file) ?? '') + message).slice(-KEPT_OUTPUT));
  }

  /** What failed is told with its file; what fails after the file was told of (a late error) stands alone. */
  fail(data) {
    if (isEcho(data)) return '';
    const end = ending(data.details?.error);
    const why = end ?? explain(data.details);
    this.#told.push({ file: data.file, name: end ?? data.name, why: end ? undefined : why });
    if (this.#closed.has(data.file)) {
      return `  ✗ ${shown(data.file)} failed as a whole: ${why}\n${this.#said(data.file)}`;
    }
    const failures = this.#failures.get(data.file) ?? [];
    this.#failures.set(data.file, [...failures, `    ✗ ${data.name}\n${indent(why)}\n`]);
    return '';
  }

  skip(data) {
    const why = typeof data.skip === 'string' ? data.skip : 'skipped';
    const list = why.startsWith(elsewhere) ? this.notHere : this.notRun;
    list.push(`${shown(data.file)}, ${data.name}: ${why.replace(elsewhere, '').replace(/^not run: /, '')}`);
  }

  file({ file, success, counts, duration_ms: ms }) {
    this.#closed.add(file);
    const failures = this.#failures.get(file) ?? [];
    const good = success && failures.length === 0;
    const line = `  ${good ? '✓' : '✗'} ${shown(file)}  ${counts.passed}/${counts.tests}, ${(ms / 1000).toFixed(1)} s\n`;
    return good ? line : line + failures.join('') + (failures.length > 0 ? this.#said(file) : '');
  }

  /** A file that broke before it could count anything has no summary of its own. */
  *rest() {
    for (const [file, failures] of this.#failures) {
      if (!this.#closed.has(file)) yield `  ✗ ${shown(file)}\n${failures.join('')}${this.#said(file)}`;
    }
  }

  /** A line for each. Why a program ended is in what it printed, all of which is only there at last. */
  get failures() {
    return this.#told.map(({ file, name, why }) =>
      inOneLine([shown(file), name], why ?? this.#output.get(file)?.match(/^.*Error.*$/m)?.[0] ?? ''),
    );
  }

  #said(file) {
    const output = this.#output.get(file);
    return output ? `    what it printed (the end of it):\n${indent(output)}\n` : '';
  }
}

function writeCounts(counts, { failures, notRun, notHere }) {
  writeFileSync(process.env.LECTERN_TEST_COUNTS, JSON.stringify({ counts, failures, notRun, notHere }));
}

/** A line for each file, everything about what failed, and the counts as JSON for the runner. */
export default async function* reporter(source) {
  const report = new Report();
  for await (const { type, data } of source) {
    if (type === 'test:stdout' || type === 'test:stderr') report.hear(data);
    if (type === 'test:diagnostic' && data.file)
      report.hear({ file: data.file, message: `${data.message}\n` });
    if (type === 'test:fail') yield report.fail(data);
    if (type === 'test:pass' && data.skip !== undefined) report.skip(data);
    if (type === 'test:summary' && data.file) yield report.file(data);
    if (type === 'test:summary' && !data.file) {
      yield* report.rest();
      writeCounts(data.counts, report);
    }
  }
}
