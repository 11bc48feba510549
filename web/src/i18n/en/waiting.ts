import { plural } from '../plural.ts';

export const waiting = {
  kind: 'At the door',
  soon: 'The host will let you in soon',
  stay: 'You may look at other tabs meanwhile. You go in by yourself as soon as the door opens, with the camera and the microphone as they are set here.',
  forMinutes: (count: number) =>
    plural('en', count, {
      one: 'You have been waiting for # minute',
      other: 'You have been waiting for # minutes',
    }),
  away: 'The server does not answer. We keep asking, and your place is kept as long as we can.',
  leave: 'Leave',
  titleWaiting: (room: string) => `Waiting · ${room}`,
  titleIn: (room: string) => `You are in · ${room}`,
};
