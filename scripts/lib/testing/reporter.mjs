import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inspect } from 'node:util';
import { root } from '../paths.mjs';

const KEPT_OUTPUT = 20_000;
const shown = (file) => (file ? relative(root, file) : '(no file)');
const indent = (text) => text.trimEnd().replace(/^/gm, '      ');

function explain(details) {
  const error = details?.error?.cause ?? details?.error;
  return error instanceof Error ? (error.stack ?? error.message) : inspect(error);
}

/** A suite fails because of what is in it, and a file because of its tests: those are named already. */
const isEcho = (data) => data.details?.error?.failureType === 'subtestsFailed';

class Report {
  #output = new Map();
  #failures = new Map();
  notRun = [];

  hear({ file, message }) {
    this.#output.set(file, ((this.#output.get(file) ?? '') + message).slice(-KEPT_OUTPUT));
  }

  fail(data) {
    if (isEcho(data)) return;
    const failures = this.#failures.get(data.file) ?? [];
    this.#failures.set(data.file, [...failures, `    ✗ ${data.name}\n${indent(explain(data.details))}\n`]);
  }

  skip(data) {
    const reason = typeof data.skip === 'string' ? data.skip.replace(/^not run: /, '') : 'skipped';
    this.notRun.push(`${shown(data.file)}, ${data.name}: ${reason}`);
  }

  file({ file, success, counts, duration_ms: ms }) {
    const tests = `${counts.passed}/${counts.tests}`;
    const line = `  ${success ? '✓' : '✗'} ${shown(file)}  ${tests}, ${(ms / 1000).toFixed(1)} s\n`;
    if (success) return line;
    const output = this.#output.get(file);
    const said = output ? `    what it printed (the end of it):\n${indent(output)}\n` : '';
    return line + (this.#failures.get(file) ?? []).join('') + said;
  }
}

/** A line for each file, everything about what failed, and the counts as JSON for the runner. */
export default async function* reporter(source) {
  const report = new Report();
  for await (const { type, data } of source) {
    if (type === 'test:stdout' || type === 'test:stderr') report.hear(data);
    if (type === 'test:fail') report.fail(data);
    if (type === 'test:pass' && data.skip !== undefined) report.skip(data);
    if (type === 'test:summary' && data.file) yield report.file(data);
    if (type === 'test:summary' && !data.file) {
      writeFileSync(
        process.env.LECTERN_TEST_COUNTS,
        JSON.stringify({ counts: data.counts, notRun: report.notRun }),
      );
    }
  }
}
