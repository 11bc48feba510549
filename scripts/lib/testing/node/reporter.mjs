import { inspect } from 'node:util';
import { divideSkipped } from '../left-out.mjs';
import { inOneLine } from '../one-line.mjs';

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

const empty = { passed: 0, failures: [], seconds: 0 };

/** How to run these files alone. */
const commandFor = (files) => `npm test -- --files=${files.join(',')}`;

/** Collects what node:test reports for one process: the tests of one file, or of several that are a suite each. */
export class Report {
  #files;
  #mayBeEmpty;
  #output = '';
  #results = [];
  #open = { ...empty, failures: [] };
  #left = [];
  /** Files whose turn had not come when their process ended. */
  notBegun = [];

  /** `mayBeEmpty`: whether a file may have no test to run, because only tests of a name are wanted. */
  constructor(files, { mayBeEmpty = false } = {}) {
    this.#files = files;
    this.#mayBeEmpty = mayBeEmpty;
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
    if (this.#files.length === 1) this.#endOne(seconds);
    else this.#endShared();
    return this.#results.map((result) => this.#describe(result)).join('');
  }

  /**
   * `results`: of each file its failures as lines, `details` for a person, and `files`, which run it once more. Files
   * that share a process have a result together if it failed after them.
   */
  get outcome() {
    const nameOf = ({ name, why }) => inOneLine(name ? [name] : [], why ?? this.#lastError);
    return {
      results: this.#results.map((result) => ({
        ...{ name: result.file, passed: result.passed, seconds: result.seconds },
        ...{ failures: result.failures.map(nameOf), details: this.#describe(result) },
        ...{ files: result.files, command: commandFor(result.files) },
      })),
      notBegun: this.notBegun,
      ...divideSkipped(this.#skipped),
    };
  }

  #endOne(seconds) {
    const [file] = this.#files;
    const { passed, failures } = this.#open;
    if (passed + failures.length + this.#left.length === 0 && !this.#mayBeEmpty)
      failures.push({ why: 'no test of it was reported' });
    this.#results = [{ passed, failures, file, files: [file], seconds }];
  }

  /** Files run one after another: when the process ends early, the first one without a result was running. */
  #endShared() {
    const known = new Set(this.#results.map(({ file }) => file));
    const [running, ...notBegun] = this.#files.filter((path) => !known.has(path));
    const { passed, failures } = this.#open;
    this.notBegun = notBegun;
    if (running) {
      const why = 'its process ended before it';
      const all = [...failures, { why }];
      this.#results.push({ passed, failures: all, seconds: 0, file: running, files: [running] });
    } else if (failures.length > 0) {
      const file = 'files that share a process';
      this.#results.push({ passed, failures, seconds: 0, file, files: this.#files });
    }
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
    this.#results.push({ ...this.#open, file: name, files: [name], seconds: details.duration_ms / 1000 });
    this.#open = { ...empty, failures: [] };
  }

  #describe({ file, files, passed, failures, seconds }) {
    const counts = `${passed}/${passed + failures.length}, ${seconds.toFixed(1)} s`;
    if (failures.length === 0) return `  ✓ ${file}  ${counts}\n`;
    const why = failures.map(({ name, why = '' }) => `    ✗ ${name ?? ''}\n${indent(why)}\n`);
    const said = this.#output && `    what it printed (the end of it):\n${indent(this.#output)}\n`;
    return `  ✗ ${file}  ${counts}; alone: ${commandFor(files)}\n${why.join('')}${said}`;
  }

  /** The output tells why a program ended. */
  get #lastError() {
    return this.#output.match(/^.*Error.*$/m)?.[0] ?? '';
  }

  get #skipped() {
    const file = this.#files.length === 1 ? `${this.#files[0]}, ` : '';
    return this.#left.map(({ name, skip }) => ({
      name: `${file}${name}`,
      why: skip === true ? 'skipped' : skip,
    }));
  }
}
