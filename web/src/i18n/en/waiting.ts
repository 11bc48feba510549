import { plural } from '../plural.ts';

export const waiting = {
  kind: 'Waiting room',
  soon: 'A moderator will let you in soon',
  noHost: 'The meeting has not started: waiting for the host',
  untilOpening: 'The room is not open yet',
  stay: 'You can switch tabs. You’ll join automatically, with the camera and microphone as they are set here.',
  stayMuted: 'You can switch tabs. You’ll join automatically, with your microphone off.',
  forMinutes: (count: number) =>
    plural('en', count, {
      one: 'You have been waiting for # minute',
      other: 'You have been waiting for # minutes',
    }),
  away: 'The server is not responding. We keep trying and hold your place as long as we can.',
  leave: 'Leave',
  titleWaiting: (room: string) => `Waiting · ${room}`,
  titleIn: (room: string) => `You are in · ${room}`,
};
