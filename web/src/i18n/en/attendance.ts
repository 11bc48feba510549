import { plural } from '../plural.ts';

/** The calls of a room. */
export const calls = {
  list: 'Calls',
  runningList: 'Running call',
  running: 'Running now',
  enter: 'Enter',
  enterRoom: 'Enter the room',
  empty: 'No calls yet',
  emptyHint: 'Each call of this room appears here, with the people who attended it.',
  firstRuns: 'No finished calls yet',
  firstRunsHint: 'The running call moves here when it ends.',
  people: 'Number of people',
  anyPeople: 'Any number',
  atLeast: (count: number) => plural('en', count, { one: 'At least # person', other: 'At least # people' }),
  attended: (count: number) => plural('en', count, { one: '# person', other: '# people' }),
  mostAtOnce: (count: number) => `up to ${count.toLocaleString('en')} at once`,
  peopleNow: (count: number) => plural('en', count, { one: '# person now', other: '# people now' }),
  peopleSoFar: (count: number) => plural('en', count, { one: '# person so far', other: '# people so far' }),
  zone: (zone: string) => `Times are in your time zone, ${zone}.`,
  recorded: 'Recorded',
  expired: 'Names deleted',
  expiredHint:
    'The people of old calls are deleted after the period that this service keeps them. Their number remains.',
};

/** The attendance grid: who was in which call of a period. */
export const attendance = {
  grid: 'Attendance by person and call',
  search: 'Search by name',
  name: 'Name',
  externalUserId: 'ID',
  attended: 'Attended',
  average: 'Average',
  erased: 'Erased person',
  legend: 'Signs in the table',
  present: 'Present',
  partly: 'Too short',
  missing: 'Missing',
  unknown: 'Names deleted',
  hints: {
    present: 'Was in the call for as long as the room’s rule requires.',
    partly: 'Was in the call, but not for as long as the room’s rule requires.',
    missing: 'Was not in the call.',
    unknown: 'The people of old calls are deleted after the period that this service keeps them.',
  },
  percent: (value: number) => `${value}%`,
  presentOf: (count: number, calls: number) => `${count} of ${calls}`,
  presentShort: (count: number) => `${count.toLocaleString('en')} ✓`,
  presentIn: (count: number) => plural('en', count, { one: '# person present', other: '# people present' }),
  empty: 'No calls yet',
  emptyPeriod: 'No calls in this period',
  emptyHint: 'Finished calls appear here, with everyone who attended them.',
  anyTime: 'Show any time',
  nobody: 'Nobody to show',
  nobodyHint: 'Nobody joined the calls of this period.',
  nobodyKnown:
    'The people of these calls were deleted. Only the number of people remains, on the page of each call.',
  range: (first: number, last: number, total: number) =>
    `Calls ${first.toLocaleString('en')}–${last.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  download: 'Download CSV',
  file: 'attendance',
};
