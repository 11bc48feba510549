import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttendanceReport } from '../../../../contract/operations/reports.ts';
import { makeReport, makeReportRow } from '../../../testing/reports/make-report.ts';
import { shownToXlsx, workbookColumns } from '../../../testing/reports/report-files.ts';
import { LONGEST_TEXT } from '../formats/cells.ts';
import type { Column } from '../formats/columns.ts';
import { sheetOf, withinLimits, writeWorkbook } from '../formats/workbook.ts';
import { LocalClock } from '../formats/zone.ts';
import { type ReadSheet, readParts, readSheets, sheetNamed } from '../testing/read-xlsx.ts';
import type { RowHead } from './report.ts';
import { makeRichReport, messagesWith, oddTexts, sampleMessages } from './testing/samples.ts';

const zone = 'Europe/Berlin';
const DAY_MS = 86_400_000;

/** The moment of a cell, which counts days of local time. In March, Berlin is an hour ahead of UTC. */
const momentOf = (days: number) => Math.round((days - 25_569) * DAY_MS) - 3_600_000;
/** Rows as objects by heading. */
function tableOf({ rows }: ReadSheet): Record<string, { type: string; value: string }>[] {
  const [heading, ...others] = rows;
  return others.map((row) =>
    Object.fromEntries([...row].map(([at, cell]) => [heading?.get(at)?.value ?? at, cell])),
  );
}

test('every value of the JSON report is in a sheet of people, with its type', async () => {
  const report = makeRichReport();
  const sheets = await readSheets(await shownToXlsx(report, zone, { messages: sampleMessages }));
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Summary', 'Participants', 'Visits', 'Chat', 'Polls', 'Technical'],
  );
  const { participants, technical } = workbookColumns(report, zone);
  for (const [name, columns] of [
    ['Participants', participants],
    ['Technical', technical],
  ] as const)
    assertValues(tableOf(sheetNamed(sheets, name)), columns, report);
});

function assertValues(
  people: ReturnType<typeof tableOf>,
  columns: Column<RowHead>[],
  report: AttendanceReport,
): void {
  assert.equal(people.length, report.participants.length);
  for (const [index, row] of report.participants.entries()) {
    for (const { header, kind, value } of columns) {
      const cell = people[index]?.[header];
      const expected = value(row);
      if (expected === null) assert.equal(cell, undefined, header);
      else if (kind === 'text') assert.deepEqual([cell?.type, cell?.value], ['inlineStr', expected], header);
      else if (kind === 'flag')
        assert.deepEqual([cell?.type, cell?.value], ['b', expected ? '1' : '0'], header);
      else {
        assert.equal(cell?.type, 'n', header);
        const number = Number(cell?.value);
        if (kind === 'date') assert.equal(momentOf(number), expected, header);
        else if (kind === 'duration') assert.equal(Math.round(number * 86_400_000) / 1000, expected, header);
        else assert.equal(number, expected, header);
      }
    }
  }
}

test('readers find the presence beside the name, and addresses and devices in the sheet Technical', () => {
  const report = makeReport([makeReportRow(1, { role: 'user' }), makeReportRow(2, { role: 'moderator' })]);
  const { participants, technical } = workbookColumns(report, zone);
  assert.deepEqual(
    participants.slice(0, 4).map(({ header }) => header),
    ['Name', 'Present', 'Share of the call', 'Online'],
  );
  const role = participants.find(({ name }) => name === 'role');
  assert.deepEqual(
    report.participants.map((row) => role?.value(row)),
    ['Participant', 'Moderator'],
  );
  const names = participants.map(({ name }) => name);
  assert.equal(participants.at(-1)?.name, 'participantId');
  for (const name of ['ip', 'utmSource', 'browser']) {
    assert.ok(!names.includes(name), name);
    assert.ok(
      technical.some((column) => column.name === name),
      name,
    );
  }
});

test('a workbook is in the language of its reader; what people wrote stays', async () => {
  const report = makeReport([
    makeReportRow(1, { name: 'Chat', role: 'moderator', fields: { Message: 'Present', Klasse: '7b' } }),
  ]);
  const sheets = await readSheets(await shownToXlsx(report, zone, { messages: [], language: 'ru' }));
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Итоги', 'Участники', 'Посещения', 'Чат', 'Опросы', 'Технические данные'],
  );
  const [person] = tableOf(sheetNamed(sheets, 'Участники'));
  assert.deepEqual(
    ['Имя', 'Роль', 'Message', 'Klasse'].map((header) => person?.[header]?.value),
    ['Chat', 'Модератор', 'Present', '7b'],
  );
  assert.ok(person?.[`Первый вход (${zone})`]);
  const facts = tableOf(sheetNamed(sheets, 'Итоги')).map((row) => row.Отчёт?.value);
  assert.ok(facts.includes(`Начало (${zone})`), facts.join());
  // A heading without a translation would stay English.
  const english = sheets.flatMap(({ rows }) =>
    [...(rows[0]?.values() ?? [])].filter(({ value }) => /^[A-Z][a-z]/.test(value)),
  );
  assert.deepEqual(
    english.map(({ value }) => value),
    ['Message', 'Klasse'],
  );
});

test('no text becomes a formula, a number or a date, and every text survives', async () => {
  const report = makeReport(
    oddTexts.map((text, n) => makeReportRow(n, { name: text, fields: { '=Title': text } })),
  );
  const bytes = await shownToXlsx(report, 'UTC', { messages: messagesWith(oddTexts) });
  const sheets = await readSheets(bytes);
  for (const { name, xml } of sheets) assert.doesNotMatch(xml, /<f[ >]|<c [^>]* t="(?!inlineStr"|b")/, name);
  const people = tableOf(sheetNamed(sheets, 'Participants'));
  for (const [index, text] of oddTexts.entries()) {
    for (const header of ['Name', '=Title']) {
      const cell = people[index]?.[header];
      assert.deepEqual([cell?.type, cell?.value], ['inlineStr', text]);
    }
  }
});

test('characters that XML forbids are replaced, and escapes of XLSX stay texts', async () => {
  const names = {
    'a\u0000\u0001\u0008\u000b\u001fb': 'a\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDb',
    'half \uD83D pair': 'half \uFFFD pair',
    '\uDE00 half': '\uFFFD half',
    'no \uFFFE\uFFFF character': 'no \uFFFD\uFFFD character',
    '_x0041_ and _x000D_': '_x0041_ and _x000D_',
    '😀 stays': '😀 stays',
  };
  const rows = Object.keys(names).map((name, n) => makeReportRow(n, { name }));
  const bytes = await shownToXlsx(
    makeReport(rows, { call: { ...makeReport([]).call, roomName: 'a\u0001' } }),
    'UTC',
  );
  const people = tableOf(sheetNamed(await readSheets(bytes), 'Participants'));
  assert.deepEqual(
    people.map(({ Name }) => Name?.value),
    Object.values(names),
  );
});

test('a text that is too long for a cell is cut', async () => {
  const long = 'й'.repeat(LONGEST_TEXT + 1);
  const emoji = `${'a'.repeat(LONGEST_TEXT - 1)}😀`;
  const escaped = '&'.repeat(LONGEST_TEXT + 1);
  const rows = [long, emoji, escaped].map((presenceReason, n) => makeReportRow(n, { presenceReason }));
  const sheets = await readSheets(await shownToXlsx(makeReport(rows), 'UTC'));
  const read = tableOf(sheetNamed(sheets, 'Technical')).map(({ Reason }) => Reason?.value);
  assert.deepEqual(read, [long.slice(0, -1), `${emoji.slice(0, -2)}\uFFFD`, escaped.slice(0, -1)]);
});

test('a table that is too long for a sheet continues in the next one, with its heading', async () => {
  const columns = [{ name: 'n', header: 'N', kind: 'number' as const, value: (n: number) => n }];
  const tableOfNumbers = (length: number) => ({ ...sheetOf('Visits', columns, [1, 2, 3, 4, 5]), length });
  const parts = [...withinLimits(tableOfNumbers(5), 3)];
  const sheets = await readSheets(await writeWorkbook(parts, new LocalClock('UTC')));
  assert.deepEqual(
    sheets.map(({ name, rows }) => [name, ...rows.map((row) => row.get('A')?.value)]),
    [
      ['Visits', 'N', '1', '2'],
      ['Visits 2', 'N', '3', '4'],
      ['Visits 3', 'N', '5'],
    ],
  );
  assert.equal([...withinLimits(tableOfNumbers(1_048_576))].length, 2);
  assert.equal([...withinLimits(tableOfNumbers(1_048_575))].length, 1);
});

test('the same moment of a clock that goes back has two dates, an hour of UTC apart', async () => {
  const at = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-03-29T01:00:00.000Z'];
  const rows = at.map((firstEntryAt, n) => makeReportRow(n, { firstEntryAt }));
  const sheets = await readSheets(await shownToXlsx(makeReport(rows), zone));
  const read = tableOf(sheetNamed(sheets, 'Participants')).map((row) =>
    Number(row[`First entry (${zone})`]?.value),
  );
  const local = read.map((days) => new Date(Math.round((days - 25_569) * DAY_MS)).toISOString());
  assert.deepEqual(local, [
    '2026-10-25T02:30:00.000Z',
    '2026-10-25T02:30:00.000Z',
    '2026-03-29T03:00:00.000Z',
  ]);
});

test('an empty report has six sheets with headings; every part that is named exists', async () => {
  const bytes = await shownToXlsx(makeReport([]), 'UTC');
  const sheets = await readSheets(bytes);
  assert.deepEqual(
    sheets.slice(1).map(({ rows }) => rows.length),
    [1, 1, 1, 1, 1],
  );
  const parts = await readParts(bytes);
  const named = [...(parts.get('[Content_Types].xml') ?? '').matchAll(/PartName="\/([^"]+)"/g)];
  assert.equal(named.length, 8);
  for (const [, path = ''] of named) assert.ok(parts.has(path), path);
  const targets = [...(parts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/Target="([^"]+)"/g)];
  for (const [, path = ''] of targets) assert.ok(parts.has(`xl/${path}`), path);
});

test('an unknown zone and a failing column are errors, not broken files', async () => {
  await assert.rejects(shownToXlsx(makeReport([]), 'Nowhere/Land'), RangeError);
  const value = (): number => {
    throw new Error('no value');
  };
  const table = sheetOf('Visits', [{ name: 'n', header: 'N', kind: 'number', value }], [1]);
  await assert.rejects(writeWorkbook([table], new LocalClock('UTC')), /no value/);
});
