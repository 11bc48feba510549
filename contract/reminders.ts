/**
 * The emails before a session: 24 hours before its start, one hour before, and at the start. Separate from the
 * schemas, so that the page loads no schema library.
 */
export const reminderKinds = ['dayBefore', 'hourBefore', 'start'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

const hour = 3_600_000;

/** How long before the start each email is due, in ms. */
export const reminderLead: Record<ReminderKind, number> = {
  dayBefore: 24 * hour,
  hourBefore: hour,
  start: 0,
};

/** The kinds whose time lies ahead, the earliest first. Times in ms. */
export const kindsAhead = (startsAt: number, at: number): ReminderKind[] =>
  reminderKinds.filter((kind) => startsAt - reminderLead[kind] > at);
