import type { Answer, Body } from '../routes.ts';
import { ids, student } from './ids.ts';

const SessionReminder = {
  sessionId: ids.playbackSession,
  startDate: '2026-03-23T18:00:00.000Z',
  email: student.email,
  kinds: ['dayBefore', 'hourBefore', 'start'],
} satisfies Answer<'requestReminders'>;

/** Emails before the sessions of an automatic webinar. */
export const reminderModels = {
  SessionReminder,
  Reminders: {
    obstacle: null,
    email: student.email,
    items: [SessionReminder],
  } satisfies Answer<'getReminders'>,
  RequestRemindersRequest: {
    sessionId: ids.playbackSession,
    kinds: ['dayBefore', 'hourBefore', 'start'],
    language: 'en',
    timezone: 'Europe/London',
  } satisfies Body<'requestReminders'>,
  ReminderEmails: {
    name: 'How to prepare for the exam',
    email: 'a•••@example.org',
    isStopped: true,
  } satisfies Answer<'stopReminderEmails'>,
};

export const reminderParameters = { reminderToken: 'ae3FkUC3LtnRaKjzxDaXzpUxIkQ0qzvZ1m9rWgYc8Tn4hLsE' };
