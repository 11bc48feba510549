import { ids, student } from './ids.ts';

export const sampleSessionReminder = {
  sessionId: ids.playbackSession,
  startDate: '2026-03-23T18:00:00.000Z',
  email: student.email,
  kinds: ['dayBefore', 'hourBefore', 'start'],
} as const;
