import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../../paths.mjs';
import { divideSkipped } from '../left-out.mjs';
import { inOneLine } from '../one-line.mjs';

const folder = 'web/e2e/';

/** Lines printed of a page on which a journey failed. */
const longestPage = 80;

/** A run that died while it wrote a line leaves a part of it. */
function* eventsOf(text) {
  for (const line of text.split('\n').slice(0, -1)) yield JSON.parse(line);
}

const quoted = (title) => title.replace(/[\\"$`.*+?^{}()|[\]]/g, '.');

/** A journey that did not end is one that failed. */
const lost = { outcome: 'unexpected', status: 'lost', seconds: 0, notHere: [], attachments: [] };

const pathOf = ({ attachments }, name) => attachments.find((one) => one.name === name && one.path)?.path;

/** The page on which a journey failed, as Playwright describes it: a run whose files nobody keeps shows it so. */
function pageOf(end) {
  const path = pathOf(end, 'error-context');
  if (!path || !existsSync(path)) return undefined;
  const [, page = ''] = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8')) ?? [];
  return page.split('\n').slice(0, longestPage).join('\n');
}

function resultOf({ id, path: [file, ...titles] }, end, whyLost) {
  const hasFailed = end.outcome === 'unexpected';
  const why = end.error ?? (end === lost ? whyLost : end.status);
  const trace = pathOf(end, 'trace') ?? pathOf(end, 'error-context');
  return {
    ...{ name: [file, ...titles].join(', '), seconds: end.seconds },
    ...{ passed: hasFailed ? 0 : 1, failures: hasFailed ? [inOneLine([], why)] : [] },
    ...{ trace: trace && relative(root, trace), page: hasFailed ? pageOf(end) : undefined },
    command: `npm test -- --files=${folder}${file} --name="${quoted(titles.at(-1))}"`,
    journey: { id, path: [file, ...titles] },
  };
}

/** A journey that Playwright left out without a reason did not run because the process before it ended. */
const isSkipped = (end) => end?.outcome === 'skipped' && end.skipped !== null;

/**
 * Reads what the reporter wrote (`reporter.mjs`).
 * @param whyLost what is said of a journey that did not end
 * @returns `results`: one for each journey that ran or should have; `notRun`, `notHere`: lines; `errors`: those
 *   outside of journeys; `hasBegun`: whether Playwright found its journeys
 */
export function readJourneys(text, whyLost = 'it did not end') {
  const events = [...eventsOf(text)];
  const begun = events.filter(({ type }) => type === 'begin').flatMap(({ journeys }) => journeys);
  const ends = new Map(events.filter(({ type }) => type === 'end').map((end) => [end.id, end]));
  const known = begun.map((journey) => ({ journey, end: ends.get(journey.id) }));
  const ran = known.filter(({ end }) => !isSkipped(end));
  const skipped = known
    .filter(({ end }) => isSkipped(end))
    .map(({ journey, end }) => ({ name: journey.path.join(', '), why: end.skipped }));
  const { notRun, notHere } = divideSkipped(skipped);
  return {
    hasBegun: events.some(({ type }) => type === 'begin'),
    results: ran.map(({ journey, end }) =>
      resultOf(journey, end && end.outcome !== 'skipped' ? end : lost, whyLost),
    ),
    notRun,
    notHere: [...notHere, ...[...ends.values()].flatMap((end) => end.notHere)],
    errors: events.filter(({ type }) => type === 'error').map(({ error }) => inOneLine([], error)),
  };
}
