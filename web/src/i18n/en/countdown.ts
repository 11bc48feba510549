import { plural } from '../plural.ts';

/** The time until a webinar or the opening of a room. */
export const countdown = {
  days: (count: number) => plural('en', count, { one: 'day', other: 'days' }),
  hours: (count: number) => plural('en', count, { one: 'hour', other: 'hours' }),
  minutes: (count: number) => plural('en', count, { one: 'minute', other: 'minutes' }),
  seconds: (count: number) => plural('en', count, { one: 'second', other: 'seconds' }),
  zone: (name: string) => `Your time zone: ${name}`,
  calendar: 'Add to calendar',
};

/** Before the opening of a room. */
export const opening = {
  startsIn: 'Opens in',
  startsNow: 'Opening now',
  left: (time: string) => `Opens in ${time}`,
  linkHint: 'Open the room with your personal link.',
  fileName: 'meeting.ics',
};
