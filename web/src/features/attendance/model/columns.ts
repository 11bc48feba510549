import type { ReportRow } from '../../../../../contract/operations/reports.ts';
import { type Attendee, presences } from './person-rows.ts';

/** The columns of the table in their order. */
export const columns = [
  'name',
  'presence',
  'reason',
  'online',
  'share',
  'firstEntry',
  'lastExit',
  'late',
  'leftEarly',
  'visits',
  'tab',
  'microphone',
  'camera',
  'screen',
  'speaking',
  'messages',
  'reactions',
  'hands',
  'polls',
  'device',
] as const;
export type Column = (typeof columns)[number];

/** The kind of value in a column. It decides how a cell is written. */
type ColumnKind = 'text' | 'time' | 'duration' | 'delay' | 'count' | 'share';

type Value = string | number | undefined;
type Definition = { kind: ColumnKind; valueOf: (attendee: Attendee) => Value };

/** A column that people who never came leave empty. */
const ofRow = (kind: ColumnKind, read: (row: ReportRow) => string | number | null): Definition => ({
  kind,
  valueOf: ({ row }) => (row ? (read(row) ?? undefined) : undefined),
});

/** The device of a person: type, system and browser as far as they are known. */
function deviceOf({ platform, browser, deviceType }: ReportRow): string | null {
  const known = [platform, browser].filter((part) => part !== null);
  return known.length > 0 ? known.join(', ') : deviceType;
}

const definitions: Record<Column, Definition> = {
  name: { kind: 'text', valueOf: ({ name }) => name ?? undefined },
  presence: { kind: 'text', valueOf: ({ presence }) => presences.indexOf(presence) },
  // The sentence is made of the share, in the reader's language.
  reason: ofRow('text', (row) => row.share),
  online: ofRow('duration', (row) => row.onlineDuration),
  share: ofRow('share', (row) => row.share),
  firstEntry: ofRow('time', (row) => row.firstEntryAt),
  // A person who is there leaves after everybody who has left.
  lastExit: ofRow('time', (row) => row.lastExitAt ?? '9999'),
  late: { kind: 'delay', valueOf: ({ late }) => late },
  leftEarly: { kind: 'delay', valueOf: ({ leftEarly }) => leftEarly },
  visits: ofRow('count', (row) => row.visits),
  tab: ofRow('duration', (row) => row.onlineDurationWithActiveTab),
  microphone: ofRow('duration', (row) => row.activeMicrophoneDuration),
  camera: ofRow('duration', (row) => row.activeCameraDuration),
  screen: ofRow('duration', (row) => row.screenSharingDuration),
  speaking: ofRow('duration', (row) => row.speakingDuration),
  messages: ofRow('count', (row) => row.chatMessagesCount),
  reactions: ofRow('count', (row) => row.reactionsCount),
  hands: ofRow('count', (row) => row.handRaisesCount),
  polls: ofRow('count', (row) => row.pollAnswersCount),
  device: ofRow('text', deviceOf),
};

export const kindOf = (column: Column): ColumnKind => definitions[column].kind;

const widths = { text: 180, time: 104, duration: 100, delay: 100, count: 100, share: 76 };
const ownWidths: Partial<Record<Column, number>> = {
  ...{ name: 176, presence: 150, reason: 340, online: 84, camera: 84, tab: 116 },
};

/** In pixels. A table of fixed layout is as wide as its columns; a rest is divided among them. */
export const widthOf = (column: Column): number => ownWidths[column] ?? widths[kindOf(column)];

/** The value by which a column is sorted; undefined if there is none. */
export const sortValueOf = (attendee: Attendee, column: Column): Value =>
  definitions[column].valueOf(attendee);

/** Shown until the reader chooses others. The name is always shown. */
export const firstColumns: readonly Column[] = [
  'name',
  'presence',
  'online',
  'share',
  'firstEntry',
  'lastExit',
  'camera',
  'microphone',
];

/** The columns from their stored names, in the order of the table; unknown names are ignored. */
export function readColumns(stored: string | null): readonly Column[] {
  if (stored === null) return firstColumns;
  const names = new Set(stored.split(','));
  return columns.filter((column) => column === 'name' || names.has(column));
}
