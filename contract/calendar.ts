/** One entry of a calendar. Times in ms. */
export type CalendarEntry = {
  /** Unique in the world: a second file of the same session replaces the first entry. */
  uid: string;
  title: string;
  description?: string;
  url?: string;
  startsAt: number;
  /** Undefined if the length is not known yet. */
  endsAt?: number | undefined;
  /** When the file was made. */
  madeAt: number;
  /** How often the start was changed: a calendar keeps the entry with the highest number. Default 0. */
  sequence?: number;
  /** The address that sends the file. */
  organizer?: string | undefined;
  /** The address of the person whom an email invites: mail programs then show the entry with buttons. */
  attendee?: string | undefined;
  /** Removes the entry from the calendar. */
  isCancelled?: boolean;
};

/** How a calendar treats the file (RFC 5546). */
export const calendarMethod = ({ isCancelled, attendee }: Pick<CalendarEntry, 'isCancelled' | 'attendee'>) =>
  isCancelled ? 'CANCEL' : attendee === undefined ? 'PUBLISH' : 'REQUEST';

/** The longest line in octets (RFC 5545, 3.1). */
const longestLine = 75;

const alarmOf = (title: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(title)}`,
  'TRIGGER:-PT15M',
  'END:VALARM',
];

/** A calendar file with one entry (iCalendar, RFC 5545). */
export function calendarFile(entry: CalendarEntry): string {
  const { uid, title, description, startsAt, endsAt, madeAt, sequence = 0 } = entry;
  const { organizer, attendee, isCancelled } = entry;
  const url = entry.url && new URL(entry.url).href;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Lectern//EN',
    `METHOD:${calendarMethod(entry)}`,
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utcTime(madeAt)}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(organizer ? [`ORGANIZER:mailto:${organizer}`] : []),
    // Gmail shows its buttons only with `RSVP=TRUE`.
    ...(attendee ? [`ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${encodeURI(attendee)}`] : []),
    `DTSTART:${utcTime(startsAt)}`,
    ...(endsAt === undefined ? [] : [`DTEND:${utcTime(endsAt)}`]),
    `SUMMARY:${escapeText(title)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(url ? [`URL:${url}`, `LOCATION:${escapeText(url)}`] : []),
    ...(isCancelled ? [] : alarmOf(title)),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

const utcTime = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Control characters are not allowed in a text, and a line break is written as `\n`. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n');
}

/** Breaks a line after at most 75 octets, never within a character; the next line begins with a space. */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  const folded: string[] = [];
  let part = '';
  let size = 0;
  for (const sign of line) {
    const octets = encoder.encode(sign).length;
    if (size + octets > longestLine) {
      folded.push(part);
      part = ' ';
      size = 1;
    }
    part += sign;
    size += octets;
  }
  folded.push(part);
  return folded.join('\r\n');
}
