import { plural } from '../plural.ts';

/** Attendance so far, in the room. */
export const callAttendance = {
  view: 'What to show',
  inCall: 'In the call',
  attendance: 'Attendance',
  soFar: (count: number) => plural('en', count, { one: '# person so far', other: '# people so far' }),
  started: (time: string) => `started at ${time}`,
  search: 'Search people',
  found: (count: number) => plural('en', count, { one: '# person found', other: '# people found' }),
  nobodyFound: 'Nobody has this name.',
  here: 'In the call',
  left: 'Left',
  absent: 'Not here yet',
  absentHint: 'Nobody has opened their personal links.',
  absentFirst: (count: number) =>
    plural('en', count, { one: 'Shows the first one.', other: 'Shows the first #.' }),
  since: (time: string) => `Since ${time}`,
  from: (time: string) => `From ${time}`,
  until: (time: string) => `to ${time}`,
  duration: 'Time in the call',
  moderator: 'Moderator',
  erased: 'Erased person',
};
