import { inspect } from 'node:util';
import { inOneLine } from './one-line.mjs';

const KEPT_OUTPUT = 20_000;
const indent = (text) => text.trimEnd().replace(/^/gm, '      ');

function explain(error) {
  const cause = error?.cause ?? error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
}

/** A suite fails because of its tests, and so does a file: those are listed already. */
const isEcho = (data) => data.details?.error?.failureType === 'subtestsFailed';

function ending({ exitCode, signal } = {}) {
  if (signal) return `it was ended by ${signal}`;
  return exitCode ? `it ended with code ${exitCode}` : null;
}

/** The prefix with which a test reports an optional program that the machine lacks. */
const elsewhere = 'not to be had here: ';

/** Collects what node:test reports for one process: the tests of one file, or of several that are a suite each. */
export class Report {
  #files;
  #output = '';
  #results = [];
  #open = { passed: 0, failures: [], seconds: 0 };
  #left = [];

  constructor(files) {
    this.#files = files;
  }

  hear({ type, data }) {
    if (type === 'test:stdout' || type === 'test:stderr') this.#print(data.message);
    if (type === 'test:diagnostic' && data.file) this.#print(`${data.message}\n`);
    if (type === 'test:fail' && !isEcho(data)) this.#fail(data);
    if (type === 'test:pass' && data.skip !== undefined) this.#left.push(data);
    else if (type === 'test:pass' && data.details.type !== 'suite') this.#open.passed += 1;
    if (/^test:(pass|fail)$/.test(type) && data.nesting === 0) this.#close(data);
  }

  /** Prints a line for each file, and all details of failures. `seconds`: the duration of the process. */
  end(seconds) {
    if (this.#files.length === 1) this.#results = [{ ...this.#open, file: this.#files[0], seconds }];
    else if (this.#open.failures.length > 0)
      this.#results.push({ ...this.#open, file: 'files that share a process' });
    const missing = this.#files.filter((path) => !this.#results.some(({ file }) => file === path));
    const why = 'its process ended before it';
    for (const file of missing) this.#results.push({ file, passed: 0, failures: [{ why }], seconds: 0 });
    return this.#results.map((result) => this.#describe(result)).join('');
  }

  get outcome() {
    const failures = this.#results.flatMap(({ file, failures }) =>
      failures.map(({ name, why }) => inOneLine([file, name].filter(Boolean), why ?? this.#lastError)),
    );
    return {
      passed: this.#results.reduce((sum, { passed }) => sum + passed, 0),
      failed: failures.length,
      failures,
      notRun: this.#leftOut((why) => !why.startsWith(elsewhere)),
      notHere: this.#leftOut((why) => why.startsWith(elsewhere)),
      took: this.#results.map(({ file, seconds }) => ({ name: file, seconds })),
    };
  }

  #print(text) {
    this.#output = (this.#output + text).slice(-KEPT_OUTPUT);
  }

  #fail({ name, details }) {
    const end = ending(details?.error);
    this.#open.failures.push(end ? { name: end } : { name, why: explain(details?.error) });
  }

  /** Files that share a process are suites in it, one after another. */
  #close({ name, details }) {
    if (this.#files.length === 1 || !this.#files.includes(name)) return;
    this.#results.push({ ...this.#open, file: name, seconds: details.duration_ms / 1000 });
    this.#open = { passed: 0, failures: [], seconds: 0 };
  }

  #describe({ file, passed, failures, seconds }) {
    const counts = `${passed}/${passed + failures.length}, ${seconds.toFixed(1)} s`;
    if (failures.length === 0) return `  ✓ ${file}  ${counts}\n`;
    const why = failures.map(({ name, why = '' }) => `    ✗ ${name ?? ''}\n${indent(why)}\n`);
    const said = this.#output && `    what it printed (the end of it):\n${indent(this.#output)}\n`;
    return `  ✗ ${file}  ${counts}\n${why.join('')}${said}`;
  }

  /** The output tells why a program ended. */
  get #lastError() {
    return this.#output.match(/^.*Error.*$/m)?.[0] ?? '';
  }

  #leftOut(isWanted) {
    const left = this.#left.map(({ name, skip }) => ({ name, why: skip === true ? 'skipped' : skip }));
    const files = this.#files.length === 1 ? `${this.#files[0]}, ` : '';
    return left
      .filter(({ why }) => isWanted(why))
      .map(({ name, why }) => `${files}${name}: ${why.replace(elsewhere, '').replace(/^not run: /, '')}`);
  }
}
