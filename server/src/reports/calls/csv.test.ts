import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfCell } from '../../../../contract/csv.ts';
import type { AttendanceReport } from '../../../../contract/operations/reports.ts';
import { makeLargeReport, makeReport, makeReportRow } from '../../../testing/reports/make-report.ts';
import { tableOf, toCsv } from '../../../testing/reports/report-files.ts';
import { MOST_FIELDS } from '../formats/columns.ts';
import { readCsv } from '../testing/read-csv.ts';

async function readReport(report: AttendanceReport, zone = 'UTC') {
  const bytes = await toCsv(tableOf(report), { zone, separator: 'comma' });
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  return readCsv(bytes.toString('utf8', 3));
}

test('one row for each person has every value of the JSON report by its name', async () => {
  const report = makeLargeReport(250);
  const { names, rows } = await readReport(report, 'Europe/Berlin');
  assert.equal(rows.length, 250);
  for (const [index, { fields, polls, intervals, ...row }] of report.participants.entries()) {
    const read = rows[index] ?? {};
    for (const [name, value] of Object.entries(row)) {
      assert.ok(names.includes(name), name);
      const text = textOfCell(read[name] ?? '');
      if (name === 'firstEntryAt' || name === 'lastExitAt') {
        assert.match(text, /^2026-03-02T1.*\+01:00$/);
        assert.equal(Date.parse(text), Date.parse(String(value)));
      } else assert.equal(text, value === null ? '' : String(value), name);
    }
    for (const [title, value] of Object.entries(fields)) assert.equal(read[title], value);
    assert.equal(read.polls, polls.map(({ question, answer }) => `${question} – ${answer}`).join('\n'));
    assert.deepEqual(Object.keys(intervals).length, 6);
  }
});

test('a text that a spreadsheet would run as a formula, or change, is prefixed; plain numbers are not', async () => {
  const texts = {
    '=1+1': "'=1+1",
    '=HYPERLINK("http://x.example","y")': `'=HYPERLINK("http://x.example","y")`,
    '@SUM(A1)': "'@SUM(A1)",
    '+cmd|/C calc': "'+cmd|/C calc",
    '-2+3+cmd': "'-2+3+cmd",
    '\t=1+1': "'\t=1+1",
    '\r=1+1': "'\r=1+1",
    '-': "'-",
    '+7=1': "'+7=1",
    '-5': '-5',
    '-0,25': "'-0,25",
    '3.10': "'3.10",
    '4711': '4711',
    '2, 3': '2, 3',
    '192.0.2.17': '192.0.2.17',
    '+3.5': "'+3.5",
    '+7 (912) 345-67-89': "'+7 (912) 345-67-89",
    '+4930123456': "'+4930123456",
    '00123': "'00123",
    '7-11': "'7-11",
    '12:30': "'12:30",
    '1e5': "'1e5",
    '12345678901234567890': "'12345678901234567890",
    'Ann;=1+1;': "Ann;'=1+1;",
    'x; =HYPERLINK("http://x.example")': `x;' =HYPERLINK("http://x.example")`,
    'a,"=1+1': `a,'"=1+1`,
    'two\n=lines': "two\n'=lines",
    'tab\t@SUM(A1)': "tab\t'@SUM(A1)",
    '＝1+1': "'＝1+1",
    '\u200B=1+1': "'\u200B=1+1",
    'a=b': 'a=b',
    'e-mail': 'e-mail',
  };
  const people = Object.keys(texts).map((text, n) =>
    makeReportRow(n, { name: text, phone: text, fields: { '=Title': text } }),
  );
  const { names, rows } = await readReport(makeReport(people));
  assert.ok(names.includes("'=Title"));
  for (const [index, expected] of Object.values(texts).entries()) {
    const { name, phone, "'=Title": field } = rows[index] ?? {};
    assert.deepEqual([name, phone, field], [expected, expected, expected]);
  }
});

test('quotes, commas, line ends, right-to-left names and emoji survive', async () => {
  const names = [
    'Ann "the ace", B.',
    'two\nlines',
    'two\r\nlines',
    'שרה כהן',
    'محمد',
    '👩‍🏫 Zoë',
    ' blank ',
    '"',
    ',',
  ];
  const { rows } = await readReport(makeReport(names.map((name, n) => makeReportRow(n, { name }))));
  assert.deepEqual(
    rows.map(({ name }) => name),
    names,
  );
});

test('unknown values are empty, and an erased person keeps the figures', async () => {
  const erased = makeReportRow(1, { name: null, isErased: true, lastExitAt: null, onlineDuration: 77 });
  const { rows } = await readReport(makeReport([erased]));
  assert.deepEqual(
    [rows[0]?.name, rows[0]?.lastExitAt, rows[0]?.isErased, rows[0]?.onlineDuration, rows[0]?.isPresent],
    ['', '', 'true', '77', 'false'],
  );
});

test('a custom field with the name of a column is told apart, and too many fields share a column', async () => {
  const fields = Object.fromEntries(
    Array.from({ length: MOST_FIELDS + 2 }, (_, n) => [`Field ${n}`, `v${n}`]),
  );
  const report = makeReport([
    makeReportRow(1, { name: 'Ann', fields: { name: 'other', Polls: 'p', constructor: 'c' } }),
    makeReportRow(2, { fields }),
  ]);
  const { names, rows } = await readReport(report);
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(
    [rows[0]?.name, rows[0]?.['name (field)'], rows[0]?.['Polls (field)'], rows[0]?.constructor],
    ['Ann', 'other', 'p', 'c'],
  );
  assert.equal(rows[1]?.constructor, '');
  // Three titles of the first row count as well.
  const left = [MOST_FIELDS - 3, MOST_FIELDS - 2, MOST_FIELDS - 1, MOST_FIELDS, MOST_FIELDS + 1];
  assert.equal(rows[1]?.otherFields, left.map((n) => `Field ${n}: v${n}`).join('\n'));
});

test('a report without people has its heading, and an unknown zone is an error', async () => {
  const { names, rows } = await readReport(makeReport([]));
  assert.equal(rows.length, 0);
  assert.ok(names.includes('participantId'));
  await assert.rejects(
    toCsv(tableOf(makeReport([])), { zone: 'Nowhere/Land', separator: 'comma' }),
    RangeError,
  );
});

test('between semicolons, numbers have a decimal comma and no text becomes a formula', async () => {
  const report = makeReport([makeReportRow(1, { name: 'Ann;=1+1', share: 0.25 })]);
  const file = (await toCsv(tableOf(report), { zone: 'UTC', separator: 'semicolon' })).toString('utf8', 3);
  const [head = '', row = ''] = file.split('\r\n');
  assert.ok(head.startsWith('participantId;name;'));
  assert.ok(row.includes('"Ann;\'=1+1"'), row);
  assert.equal(row.split(';')[head.split(';').indexOf('share') + 1], '0,25', row);
});

test('with a language the table is for readers: their words, the presence beside the name, times without offsets', async () => {
  const report = makeReport([
    makeReportRow(1, {
      ...{ name: 'Ann', role: 'moderator', isPresent: true, share: 0.99649, onlineDuration: 45_322 },
      ...{ firstEntryAt: '2026-03-02T13:00:05.750Z', fields: { Name: '=7b' }, ip: '192.0.2.1' },
    }),
  ]);
  const form = { zone: 'Europe/Berlin', separator: 'semicolon', language: 'ru' } as const;
  const text = (await toCsv(tableOf(report), form)).toString('utf8', 3);
  const [head = '', row = ''] = text.split('\r\n');
  assert.match(head, /^Имя;Присутствие;Доля времени;Онлайн;Первый вход \(Europe\/Berlin\);/);
  assert.match(row, /^Ann;Да;99,6%;12:35:22;2026-03-02 14:00:05;/);
  const read = Object.fromEntries(head.split(';').map((name, index) => [name, row.split(';')[index]]));
  assert.deepEqual([read.Роль, read['Name (field)'], read['IP-адрес']], ['Модератор', "'=7b", '192.0.2.1']);
});
