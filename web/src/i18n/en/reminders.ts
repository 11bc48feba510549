import type { ReminderKind } from '../../../../contract/reminders.ts';

/** Emails before a session of a webinar. */
export const reminders = {
  remind: 'Remind me by email',
  what: (kinds: string, email: string) => `To ${email}: ${kinds}`,
  kinds: {
    dayBefore: '24 hours before',
    hourBefore: '1 hour before',
    start: 'at the start',
  } satisfies Record<ReminderKind, string>,
  isOn: 'Reminders are on. A confirmation is on its way.',
  isOff: 'Reminders are off.',
  stopped: (email: string) =>
    `${email} is unsubscribed from this webinar. The link “Unsubscribe” in its emails can undo this.`,
  failed: 'Reminders could not be changed. Try again.',
  tooMany: 'Too many reminders were requested for this address. Try again tomorrow.',
};
