import { type Column, millisecondsOfIso, participantColumns } from './columns.ts';
import type { ReportTable, RowHead, TableRow } from './report.ts';
import {
  absentFacts,
  chatSheet,
  type Fact,
  personColumns,
  pollsSheet,
  type ReportMessage,
  summarySheet,
} from './sheets.ts';
import { type Sheet, sheetOf, writeWorkbook } from './workbook.ts';
import { LocalClock } from './zone.ts';

/** Parts of the file that the JSON report does not contain. */
export interface ReportExtras {
  messages: ReportMessage[];
}

function factsOf(report: ReportTable, zone: string): Fact[] {
  const { call, rule, totals } = report;
  return [
    ['Room', call.roomName],
    ['Room ID', call.roomId],
    ['Room type', call.roomType],
    ['Call ID', call.id],
    ['Time zone', zone],
    [`Started (${zone})`, millisecondsOfIso(call.startedAt), 'date'],
    [`Finished (${zone})`, millisecondsOfIso(call.finishedAt), 'date'],
    ['Duration', call.duration, 'duration'],
    ['Final', report.isFinal, 'flag'],
    ['Revision', report.revision, 'number'],
    [`Generated (${zone})`, millisecondsOfIso(report.generatedAt), 'date'],
    ['Present from this share of the call', rule.minShare, 'percent'],
    ['Present from this time online', rule.minSeconds, 'duration'],
    ['People', totals.people, 'number'],
    ['Present', totals.present, 'number'],
    ['Visits', totals.visits, 'number'],
    ['Most people at once', totals.mostPeople, 'number'],
    ['Online, all people', totals.onlineDuration, 'duration'],
    ...absentFacts(totals.absent),
  ];
}

const MEASURES = {
  online: 'Online',
  tab: 'Active tab',
  microphone: 'Microphone',
  camera: 'Camera',
  screen: 'Screen',
  speaking: 'Speaking',
} as const satisfies Record<keyof TableRow['intervals'], string>;
type Measured = keyof typeof MEASURES;

interface Stretch {
  row: RowHead;
  measure: Measured;
  from: number;
  to: number;
}

const measures = Object.keys(MEASURES) as Measured[];

function* stretchesOf({ participants }: ReportTable): Generator<Stretch> {
  for (const row of participants) {
    const { intervals } = row;
    for (const measure of measures)
      for (const { start, end } of intervals[measure]) yield { row, measure, from: start, to: end };
  }
}

function countStretches({ participants }: ReportTable): number {
  let count = 0;
  for (const { intervals } of participants)
    for (const measure of measures) count += intervals[measure].length;
  return count;
}

function visitsOf(report: ReportTable, zone: string): Sheet {
  const columns: Column<Stretch>[] = [
    ...personColumns<Stretch>(({ row }) => row),
    { name: 'measure', header: 'What', kind: 'text', value: ({ measure }) => MEASURES[measure] },
    { name: 'startedAt', header: `From (${zone})`, kind: 'date', value: ({ from }) => from },
    { name: 'endedAt', header: `To (${zone})`, kind: 'date', value: ({ to }) => to },
    // Exact: only the totals of a person are truncated to seconds.
    { name: 'duration', header: 'Duration', kind: 'duration', value: ({ from, to }) => (to - from) / 1000 },
  ];
  return sheetOf('Visits', columns, {
    length: countStretches(report),
    // There are many of them, so they are made while they are written.
    [Symbol.iterator]: () => stretchesOf(report),
  });
}

/**
 * The report as an XLSX file with the sheets Summary, Participants, Visits, Chat and Polls. Times are local to the zone.
 * @throws RangeError if the zone is unknown
 */
export async function toXlsx(
  report: ReportTable,
  zone: string,
  extras: ReportExtras = { messages: [] },
): Promise<Buffer> {
  const people = participantColumns(report, zone);
  const sheets = [
    summarySheet(factsOf(report, zone), zone),
    sheetOf('Participants', people, report.participants),
    visitsOf(report, zone),
    chatSheet(extras.messages, zone),
    pollsSheet(report),
  ];
  return writeWorkbook(sheets, new LocalClock(zone));
}
