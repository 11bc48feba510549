import { print, seconds } from '../progress.mjs';

/** So many files and journeys may pass only when they run once more, alone: more of them are no chance. */
const mostUnstable = 4;

const hasFailed = ({ failures }) => failures.length > 0;

/** Whether a result of a second run, which may be missing, shows that all tests of the first one pass. */
const passes = (second, first) =>
  second !== undefined && !hasFailed(second) && second.passed >= Math.max(1, first.passed);

/**
 * Adds up the results of all parts of a test run, and prints the last line. A result is one file, journey or tool:
 * `{ name, passed, failures: [line], seconds, command, trace }`. `command` runs it alone; `trace` is the file that
 * tells more of a failure.
 */
export class Tally {
  #began = Date.now();
  /** Name of a part: its results. */
  #results = new Map();
  #notRun = [];
  #notHere = [];
  #parts = [];
  /** Files and journeys that failed at first and passed when they ran once more: `{ name, failure, trace, command }`. */
  unstable = [];

  constructor({ strict }) {
    this.strict = strict;
  }

  get #all() {
    return [...this.#results.values()].flat();
  }

  get passed() {
    return this.#all.reduce((sum, { passed }) => sum + passed, 0);
  }

  get failed() {
    const failed = this.#all.reduce((sum, { failures }) => sum + failures.length, 0);
    return failed + (this.strict ? this.#notRun.length : 0) + (this.unstable.length > mostUnstable ? 1 : 0);
  }

  /** Files and journeys: `{ name, seconds }`. */
  get took() {
    return this.#all.filter(({ seconds }) => seconds !== undefined);
  }

  /** Counts one thing that passes or fails as a whole: the type checker, a structure check. */
  one(name, findings, command) {
    const alone = findings.length > 0 && command ? `; alone: ${command}` : '';
    print(`  ${findings.length === 0 ? '✓' : '✗'} ${name}${alone}`);
    for (const finding of findings) print(`      ${finding}`);
    const failures = findings.slice(0, 1);
    this.add(name, { results: [{ name, passed: 1 - failures.length, failures, command }] });
  }

  add(part, { results = [], notRun = [], notHere = [] }) {
    this.#results.set(part, [...(this.#results.get(part) ?? []), ...results]);
    for (const reason of notRun) this.leaveOut(reason);
    for (const reason of notHere) this.notHere(reason);
  }

  /** The results of a part that have failures. */
  failedOf(part) {
    return (this.#results.get(part) ?? []).filter(hasFailed);
  }

  /** Takes the result of a second run for that of the first if all passes then; otherwise the first one holds. */
  settle(part, first, second) {
    let settled = { ...first, again: second?.failures[0] ?? 'not all of it ran' };
    if (passes(second, first)) {
      const { name, failures, trace, command } = first;
      this.unstable.push({ name, failure: failures[0], trace, command });
      settled = second;
    }
    const results = this.#results.get(part);
    this.#results.set(
      part,
      results.map((result) => (result === first ? settled : result)),
    );
  }

  /** A part that this machine cannot run never counts as passed; under CI=true it counts as failed. */
  leaveOut(reason) {
    this.#notRun.push(reason);
  }

  /** A feature that some machines lack and the product does not need is listed, and never counted. */
  notHere(reason) {
    this.#notHere.push(reason);
  }

  async part(title, work) {
    const began = Date.now();
    print(`\n${title}`);
    try {
      await work();
    } catch (error) {
      this.one(`${title} could not be carried out`, error.message.split('\n'));
    }
    print(`  ${title}: ${seconds(began)}`);
    this.#parts.push(`${title} ${seconds(began)}`);
  }

  /**
   * Prints the closing lines. @returns whether all is well; a run without a test is not. Failures come last: of a
   * long log often only the end is shown.
   */
  close() {
    print('');
    for (const { name, seconds } of this.#slowest()) print(`${seconds.toFixed(1).padStart(6)} s  ${name}`);
    if (this.#parts.length > 0) print(this.#parts.join(', '));
    for (const reason of this.#notHere) print(`not to be had here: ${reason}`);
    for (const reason of this.#notRun) print(`not run: ${reason}`);
    if (this.#notRun.length > 0 && this.strict)
      print('Under CI=true everything must run: what did not counts as failed.');
    for (const part of this.#results.keys()) this.#printFailures(part);
    print(`In ${seconds(this.#began)}:`);
    this.#printUnstable();
    print(`${this.passed} passed, ${this.failed} failed`);
    return this.failed === 0 && this.passed > 0;
  }

  #printFailures(part) {
    const failed = this.failedOf(part);
    const count = failed.reduce((sum, { failures }) => sum + failures.length, 0);
    if (count > 0) print(`${part}: ${count} failed`);
    for (const { name, failures, again, command } of failed) {
      print(`  ✗ ${name}${command ? `; alone: ${command}` : ''}`);
      for (const line of failures) print(`      ${line}`);
      if (again) print(`      when it ran once more: ${again}`);
    }
  }

  /** Files and journeys that somebody has to mend: they pass only sometimes. */
  #printUnstable() {
    const { unstable } = this;
    if (unstable.length === 0) return;
    print('unstable:');
    for (const { name, failure, trace, command } of unstable) {
      print(`  ${name}: ${failure}${trace ? ` (${trace})` : ''}; alone: ${command}`);
    }
    if (unstable.length > mostUnstable)
      print(`More than ${mostUnstable} unstable ones are no chance, and count as a failure.`);
    print(`unstable ${unstable.length}: ${unstable.map(({ name }) => name).join('; ')}`);
  }

  #slowest() {
    return this.took.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  }
}
