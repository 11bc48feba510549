import assert from 'node:assert/strict';
import Papa from 'papaparse';

/** The names and the rows of a CSV file, as another program reads it. */
export function readCsv(text: string): { names: string[]; rows: Record<string, string>[] } {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' });
  assert.deepEqual(errors, []);
  assert.deepEqual(data.pop(), [''], 'the last line ends with CRLF');
  const [names = [], ...rows] = data;
  for (const row of rows) assert.equal(row.length, names.length);
  return { names, rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell]))) };
}
