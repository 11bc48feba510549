import { shownEmail } from '../../../../contract/email.ts';
import { type Language, localeOf } from '../../../../contract/languages.ts';
import { now } from '../../platform/clock.ts';
import { languageOf } from '../../platform/mail/language.ts';
import { asHtml, inOneLine, linkOf, pageOf, paragraphOf, withoutLinks } from '../../platform/mail/layout.ts';
import type { Mailer, OutgoingEmail } from '../../platform/mail/mail.ts';
import { texts } from '../../platform/texts/compiled/index.ts';
import type { UserRow } from '../../users/users.ts';
import type { RevokedCredentials } from '../passwords/passwords.ts';

/** The reasons for an email to a person about their account. */
interface Occasions {
  code: { code: string; minutes: number };
  'password-reset': RevokedCredentials;
  'password-changed': RevokedCredentials;
  'email-changed': { newEmail: string };
  'token-created': { name: string; at: Date };
  'group-token-created': { group: string; name: string; at: Date };
  'client-secret-created': { at: Date };
  /** With the groups of the account. */
  'account-deleted': { deletedSpaces: number; transferredSpaces: number };
  'group-received': { group: string; formerOwner: string };
  'identity-linked': { provider: string; at: Date };
  /** To somebody who may have no account. */
  invited: Invitation & { group: string };
  'invited-to-room': Invitation & { room: string };
  'invited-to-webinar': Invitation & { room: string };
}

interface Invitation {
  /** The name of the person who sends it. */
  inviter: string;
  url: string;
  until: Date;
}

export type EmailOccasion = { [A in keyof Occasions]: { about: A } & Occasions[A] }[keyof Occasions];

const timeIn = (language: Language, time: Date): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' },
  }).format(time);

type Words = typeof texts.en.accountEmails;

const revokedLines = ({ revoked }: Words, revocation: RevokedCredentials): string[] => [
  ...(revocation.personalTokens > 0 ? [revoked.tokens(revocation.personalTokens)] : []),
  ...(revocation.hadSecret ? [revoked.secret] : []),
  ...(revocation.hadIdentity ? [revoked.identity] : []),
];

/** A paragraph: a text, or a link with its label. */
type Line = string | { label: string; address: string };

const textOf = (line: Line): string =>
  typeof line === 'string' ? line : `${line.label}:\n${line.address}\n`;
const htmlOf = (line: Line): string =>
  typeof line === 'string' ? paragraphOf(line) : `<p>${linkOf(line.label, line.address)}</p>`;

type WriteLines<O> = (words: Words, occasion: O, time: (at: Date) => string) => Line[];

const toRoom: WriteLines<Occasions['invited-to-room']> = ({ invitedToRoom }, occasion, time) => {
  const { done, open, until, ignore } = invitedToRoom;
  return [
    done({ inviter: withoutLinks(occasion.inviter), room: withoutLinks(occasion.room) }),
    { label: open, address: occasion.url },
    until(time(occasion.until)),
    ignore,
  ];
};

const linesOf: { [A in keyof Occasions]: WriteLines<Occasions[A]> } = {
  code: ({ code }, { minutes }) => [code.enter, code.valid(minutes), code.ignore],
  'password-reset': (words, revoked) => {
    const { done, signedOut, check, ifNotYou } = words.passwordReset;
    return [done, signedOut, ...revokedLines(words, revoked), check, ifNotYou];
  },
  'password-changed': (words, revoked) => [
    words.passwordChanged,
    ...revokedLines(words, revoked),
    words.ifNotYou,
  ],
  'email-changed': ({ emailChanged: { done, ifNotYou } }, { newEmail }) => [
    done(shownEmail(newEmail)),
    ifNotYou,
  ],
  'token-created': ({ tokenCreated: { done, about }, ifNotYou }, { name, at }, time) => [
    done({ name: inOneLine(name), time: time(at) }),
    about,
    ifNotYou,
  ],
  'group-token-created': ({ groupTokenCreated: { done, about }, ifNotYou }, { group, name, at }, time) => [
    done({ name: inOneLine(name), group: inOneLine(group), time: time(at) }),
    about,
    ifNotYou,
  ],
  'client-secret-created': ({ clientSecretCreated: { done, former }, ifNotYou }, { at }, time) => [
    done(time(at)),
    former,
    ifNotYou,
  ],
  'account-deleted': ({ accountDeleted }, { deletedSpaces: deleted, transferredSpaces: transferred }) => {
    const { done, groups, traces, ifNotYou } = accountDeleted;
    return [done, groups({ deleted, transferred }), traces, ifNotYou];
  },
  'group-received': ({ groupReceived: { done, rights, secrets } }, { group, formerOwner }) => [
    done({ owner: inOneLine(formerOwner), group: inOneLine(group) }),
    rights,
    secrets,
  ],
  'identity-linked': ({ identityLinked: { done, unlink }, ifNotYou }, { provider, at }, time) => [
    done({ time: time(at), provider: inOneLine(provider) }),
    unlink,
    ifNotYou,
  ],
  invited: ({ invited }, { group, inviter, url, until }, time) => [
    invited.done({ inviter: withoutLinks(inviter), group: withoutLinks(group) }),
    { label: invited.open, address: url },
    invited.until(time(until)),
    invited.ignore,
  ],
  'invited-to-room': toRoom,
  'invited-to-webinar': toRoom,
};

interface EmailReader {
  email: string;
  /** Empty if it is not known: the email then has no greeting. */
  username: string;
  acceptLanguage: string;
}

/** Writes the email. It contains a code as text to be typed, never in a link. */
function writeEmail(reader: EmailReader, occasion: EmailOccasion, webUrl: URL): OutgoingEmail {
  const language = languageOf(reader.acceptLanguage);
  const { email, accountEmails } = texts[language];
  const code = occasion.about === 'code' ? occasion.code : undefined;
  const write: WriteLines<never> = linesOf[occasion.about];
  const [first = '', ...rest] = write(accountEmails, occasion as never, (at) => timeIn(language, at));
  const greeting = reader.username === '' ? [] : [email.hello(inOneLine(reader.username))];
  const signature = email.from(webUrl.origin);
  const subject = accountEmails.subject[occasion.about];
  const begin = [...greeting, first].map(textOf);
  const text = [...begin, ...(code ? [code] : []), rest.map(textOf).join('\n'), signature].join('\n\n');
  const html = pageOf({ language, title: subject }, [
    ...[...greeting, first].map(htmlOf),
    ...(code ? [`<p style="font-size:24px;letter-spacing:4px"><b>${asHtml(code)}</b></p>`] : []),
    ...[...rest, signature].map(htmlOf),
  ]);
  return { to: reader.email, subject, text: `${text}\n`, html };
}

/** Sends an email to a person about their account, or an invitation. Does nothing if the installation has no mail server. */
export type Notify = (reader: EmailReader, occasion: EmailOccasion) => void;

/** Addresses an email that no request of the person causes: it is in the language of their last sign-in. */
export const readerOf = ({ email, username, language }: UserRow): EmailReader => ({
  email,
  username,
  acceptLanguage: language ?? '',
});

export const createNotify =
  (mailer: Mailer | undefined, webUrl: URL): Notify =>
  (reader, occasion) => {
    // A code that is no longer valid would only confuse.
    const lifeMs = occasion.about === 'code' ? occasion.minutes * 60_000 : undefined;
    const until = lifeMs === undefined ? undefined : new Date(now().getTime() + lifeMs);
    mailer?.send(writeEmail(reader, occasion, webUrl), until);
  };
