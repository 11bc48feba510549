import { Type } from 'typebox';
import { type Language, languages } from '../languages.ts';
import { type ReminderKind, reminderKinds } from '../reminders.ts';
import { route } from '../route.ts';
import { Flag, Id, Nullable, OneOf, Timestamp, TimeZone } from '../shared.ts';

const Kinds = (description: string) =>
  Type.Array(Type.Unsafe<ReminderKind>(OneOf(...reminderKinds)), { maxItems: 3, description });

/** The emails that a viewer requested before one session. */
export const SessionReminder = Type.Object({
  sessionId: Id,
  startDate: Timestamp,
  email: Type.String({ description: 'The address that gets them.' }),
  kinds: Kinds('The emails: dayBefore, hourBefore, start.'),
});

/** Why a viewer cannot request reminders. */
export const reminderObstacles = ['mail_off', 'email_missing', 'reminders_stopped'] as const;

export const Reminders = Type.Object({
  obstacle: Nullable(
    OneOf(...reminderObstacles),
    'Why reminders cannot be requested: the code of the refusal; null: they can.',
  ),
  email: Nullable(Type.String(), 'The address of the entry form, to which they are sent; null: none.'),
  items: Type.Array(SessionReminder, { description: 'The sessions to come for which they were requested.' }),
});

/** The emails that an address gets about one webinar. */
export const ReminderEmails = Type.Object({
  name: Nullable(Type.String(), 'The name of the webinar; null: its people were deleted since.'),
  email: Nullable(Type.String(), 'The address, abbreviated; null: it was deleted since.'),
  isStopped: Flag('Was the address unsubscribed? No email about this webinar goes to it then.'),
});

/** Emails before the sessions of a webinar. */
export const reminderRoutes = {
  getReminders: route({
    summary: 'Read whether reminders can be requested, and which ones are',
    source: 'decisions 9',
    status: 200,
    answer: Reminders,
    errors: [],
  }),
  requestReminders: route({
    summary: 'Request emails before a session, to the address of the entry form',
    source: 'decisions 9',
    body: Type.Object({
      sessionId: Type.Unsafe<string>({ ...Id, description: 'The session, which has not begun.' }),
      kinds: Type.Optional(
        Type.Unsafe<ReminderKind[]>({
          ...Kinds('Which emails, in place of those requested before. Default: all that lie ahead.'),
          minItems: 1,
          uniqueItems: true,
        }),
      ),
      language: Type.Optional(
        Type.Unsafe<Language>({ ...OneOf(...languages), description: 'Of the emails. Default en.' }),
      ),
      timezone: Type.Optional(
        Type.Unsafe<string>({
          ...TimeZone,
          description: 'In which the emails state the start. Default: that of the event.',
        }),
      ),
    }),
    status: 201,
    answer: SessionReminder,
    errors: [...reminderObstacles, 'session_not_upcoming'],
  }),
  cancelReminders: route({
    summary: 'Turn the emails before a session off',
    source: 'decisions 9',
    status: 204,
    errors: [],
  }),
  getReminderEmails: route({
    summary: 'Read what a link in an email unsubscribes from',
    source: 'decisions 9',
    status: 200,
    answer: ReminderEmails,
    errors: [],
  }),
  stopReminderEmails: route({
    summary: 'Unsubscribe the address of an email from the webinar',
    source: 'decisions 9',
    status: 200,
    answer: ReminderEmails,
    errors: [],
  }),
  resumeReminderEmails: route({
    summary: 'Subscribe the address again; the reminders that were requested and lie ahead are sent',
    source: 'decisions 9',
    status: 200,
    answer: ReminderEmails,
    errors: [],
  }),
};
