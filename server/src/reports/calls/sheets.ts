import { countedAmong } from '../../../../contract/attendance.ts';
import { type Column, commonFigures, millisecondsOfIso, plainColumn } from '../formats/columns.ts';
import { absentFacts, type Fact, factsOfReport, personColumns } from '../formats/sheets.ts';
import { type Sheet, sheetOf } from '../formats/workbook.ts';
import type { ReportTable, RowHead, TableRow } from './report.ts';

const ofCall = plainColumn<RowHead>;

/** The figures of a person of a call. */
export const figuresOfCall: Column<RowHead>[] = [
  ...commonFigures.online,
  ofCall('activeMicrophoneDuration', 'Microphone on', 'duration'),
  ofCall('activeCameraDuration', 'Camera on', 'duration'),
  ofCall('screenSharingDuration', 'Screen sharing', 'duration'),
  ofCall('speakingDuration', 'Speaking', 'duration'),
  commonFigures.chatMessages,
  ofCall('reactionsCount', 'Reactions', 'number'),
  ofCall('handRaisesCount', 'Hand raises', 'number'),
  commonFigures.pollAnswers,
];

/** The facts of a call in the sheet Summary. */
export function factsOfCall(report: ReportTable, zone: string): Fact[] {
  const { call, totals, participants } = report;
  const counted = participants.filter(countedAmong([...participants, ...totals.absent]));
  return [
    ['Room', call.roomName],
    ['Room ID', call.roomId],
    ['Room type', call.roomType],
    ['Call ID', call.id],
    ...(call.isSample ? [['Sample call', 'yes'] satisfies Fact] : []),
    ['Time zone', zone],
    [`Started (${zone})`, millisecondsOfIso(call.startedAt), 'date'],
    [`Finished (${zone})`, millisecondsOfIso(call.finishedAt), 'date'],
    ['Duration', call.duration, 'duration'],
    ...factsOfReport(report, zone, 'call'),
    ['People', totals.people, 'number'],
    ['Present', totals.present, 'number'],
    ['Participants, without moderators', counted.length, 'number'],
    ['Present participants', counted.filter(({ isPresent }) => isPresent).length, 'number'],
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

/** When each person was online and active. */
export function visitsSheet(report: ReportTable, zone: string): Sheet {
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
