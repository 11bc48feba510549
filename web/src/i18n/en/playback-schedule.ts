import { plural } from '../plural.ts';

/** The tab “Schedule” of an automatic webinar: its events. */
export const schedule = {
  events: 'Events',
  add: 'Add event',
  none: 'No dates yet',
  noneHint: 'Schedule the webinar once, at recurring times, or keep it always open.',
  lengthUnknown:
    'The length of the video is not known yet. You can schedule now: sessions get their end when the video is ready.',
  zone: (zone: string) => `Next starts and the calendar are in your time zone, ${zone}.`,
  next: (date: string) => `Next: ${date}`,
  noNext: 'No further starts',
  noNextSoon: 'No starts in the next 60 days',
  open: 'Open now',
  change: 'Edit',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeText: 'Its upcoming sessions are cancelled. Sessions that have begun continue to their end.',
  removePermanentText:
    'Nobody can open the webinar by this event any more. People who are watching can watch to the end.',
};

/** When an event takes place, in one phrase. */
export const scheduleWords = {
  always: 'Always open',
  daily: (time: string) => `Daily at ${time}`,
  weekly: (days: string, time: string) => `${days} at ${time}`,
  monthly: (day: number, time: string) => `On day ${day} of each month at ${time}`,
  everyMinutes: (count: number) => `Every ${count} minutes`,
  everyHours: (count: number) => plural('en', count, { one: 'Every hour', other: 'Every # hours' }),
  hourly: (every: string, minute: number) => (minute === 0 ? every : `${every}, at minute ${minute}`),
  cron: (fields: string) => `Custom: ${fields}`,
  dates: (from: string, until: string) => `${from} – ${until}`,
};

/** The form of an event. */
export const scheduleForm = {
  add: 'New event',
  change: 'Edit event',
  create: 'Create',
  save: 'Save',
  begun: 'Sessions that have begun stay as they are.',
  name: 'Name',
  nameText: 'Shown to moderators.',
  nameLong: 'The name is too long',
  frequency: 'When',
  oneTime: 'Once',
  oneTimeText: 'One session at a date and time.',
  recurring: 'Recurring',
  recurringText: 'Sessions at regular times, also just in time, every few minutes.',
  permanent: 'Always open',
  permanentText: 'Each person starts from the beginning whenever they open the webinar.',
  date: 'Date',
  time: 'Start time',
  repeat: 'Repeat',
  daily: 'Every day',
  weekly: 'On days of the week',
  monthly: 'Every month',
  minutes: 'Just in time: every few minutes',
  hours: 'Every few hours',
  cron: 'Custom (cron expression)',
  weekdays: 'Days',
  monthDay: 'Day of the month',
  monthDayNote: 'Months without this day have no session.',
  everyMinutes: 'Interval',
  minutesStep: (count: number) => `Every ${count} minutes`,
  everyHours: 'Interval',
  hoursStep: (count: number) => plural('en', count, { one: 'Every hour', other: 'Every # hours' }),
  atMinute: 'At minute',
  expression: 'Five fields',
  expressionText: 'Minute, hour, day of month, month, day of week. Example: 0 19 * * MON,THU',
  from: 'First day',
  until: 'Last day',
  timezone: 'Time zone',
  timezoneText: 'The local time stays the same when the clocks change.',
  timezoneNone: 'No time zone found. Type a city, a country or “UTC”.',
  dateMissing: 'Select a date',
  dateRefused: 'The service does not accept this date',
  timeMissing: 'Enter a time',
  timeSkipped: 'The clocks skip this time on that day. The session starts right after the change.',
  weekdaysMissing: 'Select at least one day',
  expressionBad: 'Enter five fields of numbers, names, * , - and /',
  expressionRefused: 'These fields never match, or a number is out of range',
  reversed: 'The last day is before the first day',
  timezoneMissing: 'Select a time zone',
  timezoneUnknown: (zone: string) =>
    `The service does not know the time zone ${zone} of your browser, so UTC is selected.`,
  timezoneRefused: 'The service does not know this time zone',
  past: 'This time has passed: the session starts immediately, at the current second.',
  not_found: 'This event no longer exists.',
};

/** The next starts of the schedule in the form. */
export const schedulePreview = {
  title: 'Next starts',
  caption: 'The next starts in the time zone of the event and in yours',
  incomplete: 'Complete the form to see the next starts.',
  faulty: 'Correct the marked fields to see the next starts.',
  none: 'There are no starts in this period.',
  always: 'There are no dates: the webinar can be opened at any time.',
  yours: 'Your time',
  both: 'Your time zone shows the same times.',
  forward: (time: string) => `Clocks go forward by ${time}`,
  back: (time: string) => `Clocks go back by ${time}`,
};

/** The sessions of a month. */
export const scheduleCalendar = {
  calendar: 'Calendar',
  calendarOf: (month: string) => `Sessions in ${month}`,
  today: 'Today',
  previous: 'Previous month',
  next: 'Next month',
  upcoming: 'Upcoming',
  running: 'Running',
  finished: 'Finished',
  permanent: 'Always open',
  count: (count: number) => plural('en', count, { one: '# session', other: '# sessions' }),
  viewers: (count: number) => plural('en', count, { one: '# viewer', other: '# viewers' }),
  more: (count: number) => `${count} more`,
  sessionsOn: (date: string) => `Sessions on ${date}`,
  nothing: 'No sessions',
  nothingInMonth: 'No sessions in this month',
  tooMany: (count: number) =>
    `The calendar shows the first ${count.toLocaleString('en')} sessions. Select a day to see all of its sessions.`,
};

/** Cancelling a session to come, and ending a running one. */
export const sessionEnding = {
  cancel: 'Cancel session',
  cancelTitle: (start: string) => `Cancel the session on ${start}?`,
  cancelText:
    'People who wait for it see the other dates. Other sessions of the event stay. This cannot be undone.',
  end: 'End session',
  endTitle: (start: string) => `End the session of ${start} now?`,
  endText: 'The video stops for everyone who is watching. This cannot be undone.',
  keep: 'Keep session',
  session_finished: 'This session has already ended.',
  not_found: 'This session no longer exists.',
};
