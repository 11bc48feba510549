import { print, seconds } from '../progress.mjs';

/** Adds up the results of all parts of a test run, and prints the last line. */
export class Tally {
  #began = Date.now();
  passed = 0;
  failed = 0;
  #notRun = [];
  #notHere = [];
  #failures = [];
  #parts = [];
  /** Files and journeys: `{ name, seconds }`. */
  took = [];

  constructor({ strict }) {
    this.strict = strict;
  }

  /** Counts one thing that passes or fails as a whole: the type checker, a structure check. */
  one(name, findings) {
    print(`  ${findings.length === 0 ? '✓' : '✗'} ${name}`);
    for (const finding of findings) print(`      ${finding}`);
    const failed = findings.length === 0 ? 0 : 1;
    this.add({ name, passed: 1 - failed, failed, failures: findings.slice(0, 1) });
  }

  /** `failures`: one line for each failed test with its error. */
  add({ name, passed, failed, failures = [], notRun = [], notHere = [], took = [] }) {
    this.took.push(...took);
    this.passed += passed;
    this.failed += failed;
    if (failed > 0)
      this.#failures.push(`${name}: ${failed} failed`, ...failures.map((line) => `  ✗ ${line}`));
    for (const reason of notRun) this.leaveOut(reason);
    for (const reason of notHere) this.notHere(reason);
  }

  /** A part that this machine cannot run never counts as passed; under CI=true it counts as failed. */
  leaveOut(reason) {
    this.#notRun.push(reason);
    if (this.strict) this.failed += 1;
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
    for (const failure of this.#failures) print(failure);
    print(`In ${seconds(this.#began)}:`);
    print(`${this.passed} passed, ${this.failed} failed`);
    return this.failed === 0 && this.passed > 0;
  }
  #slowest() {
    return this.took.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  }
}
