import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOrCheck } from '../../../contract/generate.ts';
import { addJobMetrics } from './job-metrics.ts';
import { createMetrics } from './metrics.ts';

/** Writes the table of metrics into the guide of operators. */

const guide = join(import.meta.dirname, '../../../docs/operators/monitoring.md');
const table = /(<!-- Generated from server\/src\/system\/.*?-->\n)[\s\S]*?(?=\n\n)/;

const { registry } = createMetrics({
  connections: () => 0,
  recordings: () => Promise.resolve(0),
  dependencies: () => Promise.resolve({}),
  figures: () => Promise.reject(new Error('the guide has no values')),
  folder: '.',
  minFreeBytes: 0,
});
addJobMetrics(registry, { list: () => [] });

const rows = registry
  .getMetricsAsArray()
  .filter(({ name }) => name.startsWith('lectern_'))
  .map(({ name, help }) => `| \`${name}\` | ${help.replaceAll('|', '\\|')} |`)
  .sort();
const lines = ['| metric | meaning |', '|---|---|', ...rows];
const text = readFileSync(guide, 'utf8').replace(table, (_, mark: string) => `${mark}${lines.join('\n')}`);

writeOrCheck(guide, text);
