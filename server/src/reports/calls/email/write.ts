import { type Language, localeOf } from '../../../../../contract/languages.ts';
import { pages, pathTo, pathToRoomPart } from '../../../../../contract/pages.ts';
import type { EmailRecipient } from '../../../calls/calls.ts';
import {
  asHtml,
  type EmailBrand,
  inOneLine,
  linkOf,
  pageOf,
  paragraphOf,
  zoneNameOf,
} from '../../../platform/mail/layout.ts';
import type { OutgoingEmail } from '../../../platform/mail/mail.ts';
import { texts } from '../../../platform/texts/compiled/index.ts';
import { addressOfPage } from '../../../platform/web-address.ts';
import type { CallTotals } from './totals.ts';

/** The names of absent people in one email. */
const namesAtMost = 20;

interface AttendanceEmail {
  recipient: EmailRecipient;
  totals: CallTotals;
  place: { spaceId: string; roomId: string; callId: string };
  webUrl: URL;
  /** The time zone of the times. */
  zone: string;
  brand: EmailBrand | undefined;
}

/** Such as `17 March 2026, 14:00–15:02, Central European Standard Time`. */
function timeOf({ startedAt, finishedAt }: CallTotals, locale: string, timeZone: string) {
  const span = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return `${span.formatRange(startedAt, finishedAt)}, ${zoneNameOf(startedAt, locale, timeZone)}`;
}

/** Whole minutes; seconds of a call that was shorter than one. */
function lengthOf({ startedAt, finishedAt }: CallTotals, locale: string): string {
  const seconds = Math.floor((finishedAt.getTime() - startedAt.getTime()) / 1000);
  const minutes = Math.floor(seconds / 60);
  const parts = minutes === 0 ? { seconds } : { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  // Without this, 0 seconds have no text at all.
  const options = minutes === 0 ? { secondsDisplay: 'always' as const } : {};
  return new Intl.DurationFormat(locale, { style: 'short', ...options }).format(parts);
}

/** The figures, each with its label. */
function figuresOf({ totals, zone }: AttendanceEmail, language: Language): [string, string][] {
  const { people, present, absent } = totals;
  const words = texts[language].attendanceEmail;
  const locale = localeOf(language);
  return [
    [words.time, timeOf(totals, locale, zone)],
    [words.length, lengthOf(totals, locale)],
    [words.came, String(people)],
    [words.present, words.presentOf({ present, expected: people + absent.length })],
    [words.absent, absent.length === 0 ? words.nobody : String(absent.length)],
  ];
}

/** Writes the email after a call: totals, the names of absent people, and a link to the report. */
export function writeAttendanceEmail(email: AttendanceEmail): Omit<OutgoingEmail, 'messageId'> {
  const { recipient, totals, place, webUrl, zone, brand } = email;
  const language = recipient.language ?? 'en';
  const { email: common, attendanceEmail: words } = texts[language];
  const { spaceId, roomId } = place;
  const room = inOneLine(totals.roomName);
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: zone });
  const subject = words.subject({ room, day: day.format(totals.startedAt) });
  const opening = [common.hello(inOneLine(recipient.username)), words.intro(room)];
  const figures = figuresOf(email, language);
  const hidden = totals.absent.length - namesAtMost;
  const names = [
    ...totals.absent.slice(0, namesAtMost).map(inOneLine),
    ...(hidden > 0 ? [words.more(hidden)] : []),
  ];
  const report = addressOfPage(webUrl, pathTo(pages.groupRoomCall, place));
  const settings = addressOfPage(webUrl, pathToRoomPart({ spaceId, roomId }, 'general'));
  const signature = common.from(webUrl.origin);

  const list = [
    ...figures.map(([label, value]) => `${label}: ${value}`),
    ...names.map((name) => `  – ${name}`),
  ].join('\n');
  const text = [
    ...opening,
    list,
    `${words.report}:\n${report}`,
    `${words.why}\n${words.turnOff}:\n${settings}`,
    signature,
  ].join('\n\n');
  // `bdi` keeps a right-to-left name from reordering the line.
  const items = names.map((name) => `<li><bdi>${asHtml(name)}</bdi></li>`).join('');
  const html = pageOf({ language, title: subject, brand }, [
    ...opening.map(paragraphOf),
    `<p>${figures.map(([label, value]) => `${asHtml(label)}: <b>${asHtml(value)}</b>`).join('<br>')}</p>`,
    ...(items ? [`<ul>${items}</ul>`] : []),
    `<p>${linkOf(words.report, report)}</p>`,
    `<p>${asHtml(words.why)} ${linkOf(words.turnOff, settings)}.</p>`,
    paragraphOf(signature),
  ]);
  return { to: recipient.email, subject, text: `${text}\n`, html };
}
