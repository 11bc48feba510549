import { appendFileSync } from 'node:fs';

const chosen = (test) => ({ id: test.id, path: test.titlePath().filter(Boolean), tags: test.tags });

/** Why Playwright skipped a journey, or null if it gives no reason, as when the process of the journey ended. */
const reasonToSkip = ({ annotations }) =>
  annotations.find(({ type }) => type === 'skip')?.description ?? null;

/**
 * A reporter of Playwright that appends a line of JSON for each event to the file `LECTERN_TEST_JOURNEYS`. When
 * Playwright dies or hangs, the file still tells which journeys ended.
 *
 * Lines: `{ type: 'begin', journeys: [{ id, path: [file, ...titles], tags }] }`,
 * `{ type: 'end', id, outcome: 'expected' | 'unexpected' | 'skipped', status, seconds, error, skipped,
 * notHere: [text], attachments: [{ name, path }] }`, `{ type: 'error', error }` for an error outside of a journey.
 */
export default class JourneyReporter {
  onBegin(_, suite) {
    this.#write({ type: 'begin', journeys: suite.allTests().map(chosen) });
  }

  onTestEnd(test, { status, duration, errors, attachments }) {
    const notHere = test.annotations.filter(({ type }) => type === 'not here');
    this.#write({
      ...{ type: 'end', id: test.id, outcome: test.outcome(), status, seconds: duration / 1000 },
      ...{ error: errors[0]?.message, skipped: reasonToSkip(test) },
      notHere: notHere.map(({ description }) => description),
      attachments: attachments.map(({ name, path }) => ({ name, path })),
    });
  }

  onError({ message = '' }) {
    this.#write({ type: 'error', error: message });
  }

  printsToStdio() {
    return false;
  }

  #write(event) {
    appendFileSync(process.env.LECTERN_TEST_JOURNEYS, `${JSON.stringify(event)}\n`);
  }
}
