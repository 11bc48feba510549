import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { grepOf } from './journeys.mjs';
import { readJourneys } from './report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-journeys-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const begin = (...journeys) => ({
  type: 'begin',
  journeys: journeys.map((path, at) => ({ id: String(at), path, tags: [] })),
});

const end = (id, outcome, more = {}) => ({
  ...{
    type: 'end',
    id: String(id),
    outcome,
    status: outcome === 'expected' ? 'passed' : 'failed',
    seconds: 1.5,
  },
  ...{ skipped: null, notHere: [], attachments: [] },
  ...more,
});

const textOf = (events) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

test('a failed journey has its error, its trace, its page, and the command that runs it alone', () => {
  const path = join(folder, 'error-context.md');
  writeFileSync(
    path,
    '# Error details\n\n```\nno\n```\n\n```yaml\n- button "Record"\n```\n\n# Test source\n',
  );
  const attachments = [{ name: 'screenshot' }, { name: 'error-context', path }];
  const { results } = readJourneys(
    textOf([
      begin(['call/a.e2e.ts', 'good'], ['call/a.e2e.ts', 'inner', 'costs $5 (once)'], ['b.e2e.ts', 'late']),
      end(0, 'expected'),
      end(1, 'unexpected', { error: 'Error: \u001b[31mno\u001b[39m\n    at here', attachments }),
      end(2, 'unexpected', { status: 'timedOut' }),
    ]),
  );
  const [good, bad, late] = results;
  assert.deepEqual(
    [good.name, good.passed, good.failures, good.seconds],
    ['call/a.e2e.ts, good', 1, [], 1.5],
  );
  assert.deepEqual([bad.name, bad.failures], ['call/a.e2e.ts, inner, costs $5 (once)', ['Error: no']]);
  assert.equal(bad.command, 'npm test -- --files=web/e2e/call/a.e2e.ts --name="costs .5 .once."');
  assert.match(bad.trace, /error-context\.md$/);
  assert.equal(bad.page, '- button "Record"\n');
  assert.deepEqual(late.failures, ['timedOut']);
});

test('a journey that did not end counts as failed, also when Playwright died while it wrote', () => {
  const whole = textOf([
    begin(['a.e2e.ts', 'one'], ['a.e2e.ts', 'two'], ['a.e2e.ts', 'three']),
    end(0, 'expected'),
  ]);
  const { results } = readJourneys(`${whole}{"type":"end","id":"1","outc`, 'it hung');
  assert.deepEqual(
    results.map(({ failures }) => failures),
    [[], ['it hung'], ['it hung']],
  );
});

test('a skipped journey is listed with its reason; one that Playwright gave up without a reason has failed', () => {
  const { results, notRun, notHere, errors } = readJourneys(
    textOf([
      begin(
        ['a.e2e.ts', 'left out'],
        ['a.e2e.ts', 'given up'],
        ['a.e2e.ts', 'in part'],
        ['a.e2e.ts', 'elsewhere'],
      ),
      end(0, 'skipped', { skipped: 'not run: no PHP' }),
      end(1, 'skipped'),
      end(2, 'expected', { notHere: ['calls'] }),
      end(3, 'skipped', { skipped: 'not to be had here: port 443' }),
      { type: 'error', error: "SyntaxError: b.e2e.ts: ';' expected" },
    ]),
  );
  assert.deepEqual(notRun, ['a.e2e.ts, left out: no PHP']);
  assert.deepEqual(notHere, ['a.e2e.ts, elsewhere: port 443', 'calls']);
  assert.deepEqual(errors, ["SyntaxError: b.e2e.ts: ';' expected"]);
  assert.deepEqual(
    results.map(({ name, passed }) => [name, passed]),
    [
      ['a.e2e.ts, given up', 0],
      ['a.e2e.ts, in part', 1],
    ],
  );
});

test('journeys are chosen by all of their tags and words, in any order', () => {
  const pattern = new RegExp(`^${grepOf(['@alone', 'late|early'])}`);
  assert.match('call/a.e2e.ts one is late @main @alone', pattern);
  assert.doesNotMatch('call/a.e2e.ts one is late @main', pattern);
  assert.doesNotMatch('call/a.e2e.ts one is here @alone', pattern);
  assert.match('anything', new RegExp(`^${grepOf([])}`));
});
