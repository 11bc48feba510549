import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttendanceReport } from '../../../../contract/operations/reports.ts';
import { makeReport, makeReportRow } from '../../../testing/reports/make-report.ts';
import { shownToXlsx, workbookColumns } from '../../../testing/reports/report-files.ts';
import { assertSheet, localMoment } from '../testing/assert-sheet.ts';
import { type OpenpyxlSheet, openpyxlFolder, readWithOpenpyxl, sheetNamed } from '../testing/read-xlsx.ts';
import { makeRichReport, messagesWith, oddTexts, sampleMessages } from './testing/samples.ts';

const zone = 'Europe/Berlin';
const missing = 'not run: no openpyxl, which reads XLSX files';
const localOf = (at: string) => localMoment(Date.parse(at), zone);

test('openpyxl reads every sheet: dates, durations, shares, texts and the same figures', async (t) => {
  const folder = openpyxlFolder();
  if (!folder) return t.skip(missing);
  const report = makeRichReport();
  const sheets = await readWithOpenpyxl(
    await shownToXlsx(report, zone, { messages: sampleMessages }),
    folder,
  );
  for (const { name, frozen, width } of sheets)
    assert.deepEqual([name, frozen, width > 9], [name, 'A2', true]);
  checkPeople(sheets, report);
  checkIntervals(sheets, report);
  checkSummary(sheets, report);
  const chat = sheetNamed(sheets, 'Chat').rows.slice(1);
  assert.deepEqual(
    chat.map((row) => row.map(({ value }) => value)),
    [
      [['date', '2026-03-02T10:10:00.500'], 'Ann', 'e1', 'a1', '=1+1'],
      [['date', '2026-03-02T10:11:00.000'], null, null, null, 'two\nlines'],
    ],
  );
  const polls = sheetNamed(sheets, 'Polls').rows.slice(1);
  assert.equal(polls.length, 240);
  assert.deepEqual(
    polls[1]?.slice(0, 3).map(({ value }) => value),
    ['What is 6 × 7?', '42', 'Имя Фамилия 0'],
  );
});

function checkPeople(sheets: OpenpyxlSheet[], report: AttendanceReport): void {
  const { participants, technical } = workbookColumns(report, zone);
  const rows = report.participants;
  assertSheet(sheetNamed(sheets, 'Participants'), { columns: participants, rows, zone });
  assertSheet(sheetNamed(sheets, 'Technical'), { columns: technical, rows, zone });
}

function checkIntervals(sheets: OpenpyxlSheet[], report: AttendanceReport): void {
  const [heading = [], ...rows] = sheetNamed(sheets, 'Visits').rows;
  assert.deepEqual(
    heading.map(({ value }) => value),
    ['Name', 'External user ID', 'Participant ID', 'What', `From (${zone})`, `To (${zone})`, 'Duration'],
  );
  const expected = report.participants.flatMap(({ participantId, intervals }) =>
    Object.values(intervals).flatMap((list) => list.map((one) => ({ participantId, ...one }))),
  );
  assert.equal(rows.length, expected.length);
  for (const [index, { participantId, startedAt, endedAt }] of expected.entries()) {
    const [, , id, , from, to, duration] = (rows[index] ?? []).map(({ value }) => value);
    assert.deepEqual(
      [id, from, to],
      [participantId, ['date', localOf(startedAt)], ['date', localOf(endedAt)]],
    );
    const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
    assert.ok(Array.isArray(duration) && Math.abs(Number(duration[1]) - seconds) < 0.001);
  }
}

function checkSummary(sheets: OpenpyxlSheet[], { totals, call, rule }: AttendanceReport): void {
  const rows = sheetNamed(sheets, 'Summary').rows.map((row) => row.map(({ value }) => value));
  assert.deepEqual(rows[0], ['Report', `Times (${zone})`]);
  const facts = new Map(rows.map(([label, value]) => [label, value]));
  const expected = {
    ...{ Room: call.roomName, 'Time zone': zone, Final: true, Revision: 1 },
    [`Started (${zone})`]: ['date', localOf(call.startedAt)],
    Duration: ['duration', call.duration],
    'Present from this share of the call': rule.minShare,
    ...{ People: totals.people, Present: totals.present, Visits: totals.visits },
    ...{ 'Most people at once': totals.mostPeople, Absent: 2 },
    'Online, all people': ['duration', totals.onlineDuration],
  };
  for (const [label, value] of Object.entries(expected)) assert.deepEqual(facts.get(label), value, label);
  assert.deepEqual(
    rows.slice(-2).map(([, value]) => value),
    ['Zoë (z-1)', '=absent'],
  );
}

test('openpyxl reads texts as texts, not as formulas, numbers or dates', async (t) => {
  const folder = openpyxlFolder();
  if (!folder) return t.skip(missing);
  const people = oddTexts.map((text, n) => makeReportRow(n, { name: text, fields: { '=Title': text } }));
  const bytes = await shownToXlsx(makeReport(people), 'UTC', { messages: messagesWith(oddTexts) });
  const sheets = await readWithOpenpyxl(bytes, folder);
  const [, ...rows] = sheetNamed(sheets, 'Participants').rows;
  const names = rows.map((row) => row[0]);
  assert.deepEqual(
    names.map((cell) => cell?.value ?? ''),
    oddTexts,
  );
  assert.deepEqual(new Set(names.map((cell) => cell?.format)), new Set(['@']));
  const types = sheets.flatMap((sheet) => sheet.rows.flatMap((row) => row.map(({ type }) => type)));
  assert.ok(!types.includes('f'), 'a cell is a formula');
  const chat = sheetNamed(sheets, 'Chat').rows.slice(1);
  assert.deepEqual(
    chat.map((row) => row[4]?.value ?? ''),
    oddTexts,
  );
});

test('openpyxl opens a file with characters that XML forbids', async (t) => {
  const folder = openpyxlFolder();
  if (!folder) return t.skip(missing);
  const report = makeReport([makeReportRow(1, { name: 'a\u0000\u0001\u0008\u000b\u001f\uD83D\uFFFEb' })]);
  report.call.roomName = 'a\u0001';
  const sheets = await readWithOpenpyxl(await shownToXlsx(report, 'UTC'), folder);
  assert.equal(sheets.length, 6);
  assert.equal(sheetNamed(sheets, 'Summary').rows[1]?.[1]?.value, 'a\uFFFD');
});
