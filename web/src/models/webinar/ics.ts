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
};

/** The longest line in octets (RFC 5545, 3.1). */
const longestLine = 75;

/** A calendar file with one entry (iCalendar, RFC 5545). */
export function calendarFile({
  uid,
  title,
  description,
  url,
  startsAt,
  endsAt,
  madeAt,
}: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Automatic webinars//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utcTime(madeAt)}`,
    `DTSTART:${utcTime(startsAt)}`,
    ...(endsAt === undefined ? [] : [`DTEND:${utcTime(endsAt)}`]),
    `SUMMARY:${escapeText(title)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(url ? [`URL:${new URL(url).href}`, `LOCATION:${escapeText(new URL(url).href)}`] : []),
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    'TRIGGER:-PT15M',
    'END:VALARM',
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
