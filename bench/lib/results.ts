import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A line of the table: what was measured, the result with its unit, and the goal, if there is one. */
export type Row = [what: string, result: string, goal: string];

const file = resolve(import.meta.dirname, '../RESULTS.md');

const head = `# Results

The last run of each bench. \`npm run bench -- NAME\`, or \`npm run soak -- NAME\` for the names that begin with soak,
measures again and replaces the rows of its name.

| bench | what | result | goal |
|---|---|---|---|
`;
const [titles] = head.split('\n').filter((line) => line.startsWith('| '));

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

/** @returns `text`, a file of results or nothing yet, with these rows in place of the earlier ones of the bench */
export function replaceRows(text: string, name: string, rows: Row[]): string {
  const rowsOfAll = text.split('\n').filter((line) => line.startsWith('| ') && line !== titles);
  const kept = rowsOfAll.filter((line) => !line.startsWith(`| ${name} |`));
  const own = rows.map((row) => `| ${[name, ...row].map(cell).join(' | ')} |`);
  // A stable sort by name alone: the rows of a bench keep their order.
  const nameOf = (line: string) => line.split(' | ')[0] ?? '';
  const lines = [...kept, ...own].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
  return `${head}${lines.join('\n')}\n`;
}

/** Keeps the rows of a bench in `bench/RESULTS.md`. */
export function keepRows(name: string, rows: Row[]): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, replaceRows(text, name, rows));
}
