import { shownEmail } from '../../../../contract/email.ts';
import type { Language } from '../../../../contract/languages.ts';
import { languageOf, localeOf } from '../../platform/mail/language.ts';
import { asHtml, inOneLine, pageOf, paragraphOf } from '../../platform/mail/layout.ts';
import type { OutgoingEmail } from '../../platform/mail/mail.ts';
import { texts } from '../../platform/texts/compiled/index.ts';
import type { RevokedCredentials } from '../passwords/passwords.ts';

/** The reason for an email to a person about their account. */
export type EmailOccasion =
  | { about: 'code'; code: string; minutes: number }
  | ({ about: 'password-reset' | 'password-changed' } & RevokedCredentials)
  | { about: 'email-changed'; newEmail: string }
  | { about: 'token-created'; name: string; at: Date }
  | { about: 'client-secret-created'; at: Date }
  | ({ about: 'account-deleted' } & EndedSpaces)
  | { about: 'group-received'; group: string; formerOwner: string }
  | { about: 'identity-linked'; provider: string; at: Date };

/** The groups of a deleted account. */
interface EndedSpaces {
  deletedSpaces: number;
  transferredSpaces: number;
}

const timeIn = (language: Language, time: Date): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(time);

type Words = typeof texts.en.accountEmails;

const revokedLines = ({ revoked }: Words, revocation: RevokedCredentials): string[] => [
  ...(revocation.personalTokens > 0 ? [revoked.tokens(revocation.personalTokens)] : []),
  ...(revocation.hadSecret ? [revoked.secret] : []),
  ...(revocation.hadIdentity ? [revoked.identity] : []),
];

function linesOf(occasion: EmailOccasion, language: Language): string[] {
  const words = texts[language].accountEmails;
  switch (occasion.about) {
    case 'code':
      return [words.code.enter, words.code.valid(occasion.minutes), words.code.ignore];
    case 'password-reset': {
      const { done, signedOut, check, ifNotYou } = words.passwordReset;
      return [done, signedOut, ...revokedLines(words, occasion), check, ifNotYou];
    }
    case 'password-changed':
      return [words.passwordChanged, ...revokedLines(words, occasion), words.ifNotYou];
    case 'email-changed':
      return [words.emailChanged.done(shownEmail(occasion.newEmail)), words.emailChanged.ifNotYou];
    case 'token-created': {
      const { done, about } = words.tokenCreated;
      const time = timeIn(language, occasion.at);
      return [done({ name: inOneLine(occasion.name), time }), about, words.ifNotYou];
    }
    case 'client-secret-created': {
      const { done, former } = words.clientSecretCreated;
      return [done(timeIn(language, occasion.at)), former, words.ifNotYou];
    }
    case 'account-deleted': {
      const { done, groups, traces, ifNotYou } = words.accountDeleted;
      const counts = { deleted: occasion.deletedSpaces, transferred: occasion.transferredSpaces };
      return [done, groups(counts), traces, ifNotYou];
    }
    case 'group-received': {
      const { done, rights, secrets } = words.groupReceived;
      const names = { owner: inOneLine(occasion.formerOwner), group: inOneLine(occasion.group) };
      return [done(names), rights, secrets];
    }
    case 'identity-linked': {
      const { done, unlink } = words.identityLinked;
      const time = timeIn(language, occasion.at);
      return [done({ time, provider: inOneLine(occasion.provider) }), unlink, words.ifNotYou];
    }
  }
}

export interface EmailReader {
  email: string;
  username: string;
  acceptLanguage: string;
}

/** Writes the email. It contains a code as text to be typed, never in a link. */
export function writeEmail(reader: EmailReader, occasion: EmailOccasion, webUrl: URL): OutgoingEmail {
  const language = languageOf(reader.acceptLanguage);
  const { email, accountEmails } = texts[language];
  const code = occasion.about === 'code' ? occasion.code : undefined;
  const [first = '', ...rest] = linesOf(occasion, language);
  const greeting = email.hello(inOneLine(reader.username));
  const signature = email.from(webUrl.origin);
  const subject = accountEmails.subject[occasion.about];
  const text = [greeting, first, ...(code ? [code] : []), rest.join('\n'), signature].join('\n\n');
  const html = pageOf(language, subject, [
    ...[greeting, first].map(paragraphOf),
    ...(code ? [`<p style="font-size:24px;letter-spacing:4px"><b>${asHtml(code)}</b></p>`] : []),
    ...[...rest, signature].map(paragraphOf),
  ]);
  return { to: reader.email, subject, text: `${text}\n`, html };
}
