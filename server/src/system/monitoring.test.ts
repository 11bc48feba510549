import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';

const folder = resolve(import.meta.dirname, '../../../deploy/monitoring');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const promtool = process.env.LECTERN_TEST_PROMTOOL;

let lectern: InProcess;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

/** The metrics that a query names, without the suffixes of the series of a histogram. */
const metricsIn = (query: string): string[] =>
  [...query.matchAll(/\b(?:lectern|process|nodejs)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  );

test('each metric of the dashboard and of the alert rules exists', async () => {
  const text = await (await fetch(`${lectern.url}/metrics`)).text();
  const existing = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(queries.length > 20);
  const named = new Set([...queries, read('alerts.yaml'), read('alerts.test.yaml')].flatMap(metricsIn));
  assert.ok(named.size > 15);
  assert.deepEqual(
    [...named].filter((name) => !existing.has(name)),
    [],
  );
});

test('only counters have names that end in _total', async () => {
  const text = await (await fetch(`${lectern.url}/metrics`)).text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  assert.ok(types.some(([, name]) => name === 'nodejs_active_handles' || name === 'nodejs_active_resources'));
  const misnamed = types.filter(([, name = '', type]) => name.endsWith('_total') !== (type === 'counter'));
  assert.deepEqual(
    misnamed.map(([, name]) => name),
    [],
  );
});

test('the guide explains each alert', () => {
  const guide = readFileSync(resolve(folder, '../../docs/operators/monitoring.md'), 'utf8');
  const alerts = [...read('alerts.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name ?? '');
  for (const name of alerts) assert.ok(guide.includes(`\`${name}\``), `${name} is not explained`);
});

test('promtool accepts the rules and the configuration, and the alerts fire when they should', (t) => {
  if (!promtool) return t.skip('not to be had here: promtool');
  const run = (...args: string[]) => execFileSync(promtool, args, { cwd: folder, encoding: 'utf8' });
  assert.match(run('check', 'rules', 'alerts.yaml'), /SUCCESS/);
  assert.match(run('check', 'config', '--syntax-only', 'prometheus.yaml'), /SUCCESS/);
  assert.match(run('test', 'rules', 'alerts.test.yaml'), /SUCCESS/);
});
