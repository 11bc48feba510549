import { shownEmail } from '../../../../contract/email.ts';
import { type EmailLanguage, languageOf } from '../../platform/mail/language.ts';
import { asHtml, inOneLine, pageOf, paragraphOf } from '../../platform/mail/layout.ts';
import type { OutgoingEmail } from '../../platform/mail/mail.ts';
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

interface Words {
  hello: (name: string) => string;
  subject: Record<EmailOccasion['about'], string>;
  lines: (occasion: EmailOccasion) => string[];
  from: (address: string) => string;
}

const timeIn = (language: EmailLanguage, time: Date): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ru-RU', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(time);

const ifNotYou =
  'If this was not you, reset your password on the sign-in page now. This signs you out everywhere and revokes your personal tokens and client secret.';

const revokedInEnglish = ({ personalTokens, hadSecret, hadIdentity }: RevokedCredentials): string[] => [
  ...(personalTokens > 0 ? [`Personal tokens revoked: ${personalTokens}.`] : []),
  ...(hadSecret ? ['The client secret was revoked, and so was every token obtained with it.'] : []),
  ...(hadIdentity ? ['The link to your account at the sign-in provider was removed.'] : []),
];

const english: Words = {
  hello: (name) => `Hello ${name},`,
  subject: {
    code: 'Your code to sign in or set a new password',
    'password-reset': 'Your password was reset',
    'password-changed': 'Your password was changed',
    'email-changed': 'Your email address was changed',
    'token-created': 'A personal token was created',
    'client-secret-created': 'A new client secret was created',
    'account-deleted': 'Your account was deleted',
    'group-received': 'You now own a group',
    'identity-linked': 'Another way to sign in to your account',
  },
  lines: (occasion) => {
    switch (occasion.about) {
      case 'code':
        return [
          'Enter this code on the page that asked for it, to sign in or to set a new password.',
          `The code is valid for ${occasion.minutes} minutes.`,
          'If you did not request it, ignore this email: your password stays as it is. Do not share the code.',
        ];
      case 'password-reset':
        return [
          'A new password was set for your account with the code from an email.',
          'You were signed out everywhere and removed from calls that you joined with this account.',
          ...revokedInEnglish(occasion),
          'The reset did not change the access links, invitations, members, webhooks and chat tokens of your groups: check them if someone else may have used your account.',
          'If this was not you, secure your mailbox, then set a new password on the sign-in page.',
        ];
      case 'password-changed':
        return [
          'The password of your account was changed, and all other devices were signed out.',
          ...revokedInEnglish(occasion),
          ifNotYou,
        ];
      case 'email-changed':
        return [
          `The email address of your account was changed to ${shownEmail(occasion.newEmail)}.`,
          'If this was not you, contact the service administrator now.',
        ];
      case 'token-created':
        return [
          `A personal token named “${inOneLine(occasion.name)}” was created for your account on ${timeIn('en', occasion.at)}.`,
          'A program with this token acts in your name until you delete the token.',
          ifNotYou,
        ];
      case 'client-secret-created':
        return [
          `A new client secret was created for your account on ${timeIn('en', occasion.at)}.`,
          'If there was a secret before, it was revoked with every token obtained with it.',
          ifNotYou,
        ];
      case 'account-deleted':
        return [
          'Your account was deleted. Nobody can sign in to it any more, and its tokens, access links and invitations have ended.',
          `Groups deleted: ${occasion.deletedSpaces}. Groups transferred to a member: ${occasion.transferredSpaces}.`,
          'Your name, contact details and messages were erased from the groups that remain; counts in their reports stay.',
          'If this was not you, contact the service administrator now: only a backup can restore the account.',
        ];
      case 'group-received':
        return [
          `${inOneLine(occasion.formerOwner)} made you the owner of the group “${inOneLine(occasion.group)}”.`,
          'You can change and delete it, manage its members, and see its recordings and reports. Your plan applies to it from now on.',
          'The former owner may know the secrets of its webhooks and its chat token: replace them on the page “Integration”.',
        ];
      case 'identity-linked':
        return [
          `Since ${timeIn('en', occasion.at)}, an account at ${inOneLine(occasion.provider)} signs in to your account here.`,
          'You can unlink it in your profile.',
          ifNotYou,
        ];
    }
  },
  from: (address) => `Lectern at ${address}`,
};

const ifNotYouInRussian =
  'Если это были не вы, сразу сбросьте пароль на странице входа: это завершит все сеансы и отзовёт личные токены и секрет клиента.';

const revokedInRussian = ({ personalTokens, hadSecret, hadIdentity }: RevokedCredentials): string[] => [
  ...(personalTokens > 0 ? [`Отозвано личных токенов: ${personalTokens}.`] : []),
  ...(hadSecret ? ['Секрет клиента и все полученные по нему токены отозваны.'] : []),
  ...(hadIdentity ? ['Связь с учётной записью внешнего сервиса входа удалена.'] : []),
];

const russian: Words = {
  hello: (name) => `Здравствуйте, ${name}!`,
  subject: {
    code: 'Код для входа или нового пароля',
    'password-reset': 'Ваш пароль сброшен',
    'password-changed': 'Ваш пароль изменён',
    'email-changed': 'Ваш адрес электронной почты изменён',
    'token-created': 'Создан личный токен',
    'client-secret-created': 'Создан новый секрет клиента',
    'account-deleted': 'Ваша учётная запись удалена',
    'group-received': 'Теперь вы владелец группы',
    'identity-linked': 'Новый способ входа в вашу учётную запись',
  },
  lines: (occasion) => {
    switch (occasion.about) {
      case 'code':
        return [
          'Введите этот код на странице, которая его запросила, чтобы войти или задать новый пароль.',
          `Код действует ${occasion.minutes} минут.`,
          'Если вы не запрашивали код, ничего не делайте: пароль останется прежним. Никому не сообщайте код.',
        ];
      case 'password-reset':
        return [
          'Для вашей учётной записи задан новый пароль с помощью кода из письма.',
          'На всех устройствах выполнен выход, в том числе из встреч, в которые вы вошли с этой учётной записью.',
          ...revokedInRussian(occasion),
          'Сброс не затронул ссылки для входа, приглашения, участников, вебхуки и токены чата ваших групп. Проверьте их, если вашей учётной записью мог пользоваться кто-то ещё.',
          'Если это были не вы, защитите свой почтовый ящик, затем задайте новый пароль на странице входа.',
        ];
      case 'password-changed':
        return [
          'Пароль вашей учётной записи изменён, на других устройствах выполнен выход.',
          ...revokedInRussian(occasion),
          ifNotYouInRussian,
        ];
      case 'email-changed':
        return [
          `Адрес электронной почты вашей учётной записи изменён на ${shownEmail(occasion.newEmail)}.`,
          'Если это были не вы, сразу обратитесь к администратору сервиса.',
        ];
      case 'token-created':
        return [
          `Для вашей учётной записи создан личный токен «${inOneLine(occasion.name)}»: ${timeIn('ru', occasion.at)}.`,
          'Программа с этим токеном действует от вашего имени, пока вы не удалите токен.',
          ifNotYouInRussian,
        ];
      case 'client-secret-created':
        return [
          `Для вашей учётной записи создан новый секрет клиента: ${timeIn('ru', occasion.at)}.`,
          'Если секрет уже был, он отозван вместе со всеми полученными по нему токенами.',
          ifNotYouInRussian,
        ];
      case 'account-deleted':
        return [
          'Ваша учётная запись удалена. Войти в неё больше нельзя; её токены, ссылки для входа и приглашения не действуют.',
          `Удалено групп: ${occasion.deletedSpaces}. Передано другим участникам: ${occasion.transferredSpaces}.`,
          'Ваше имя, контакты и сообщения стёрты из оставшихся групп; числа в их отчётах сохранились.',
          'Если это были не вы, сразу обратитесь к администратору сервиса: восстановить учётную запись можно только из резервной копии.',
        ];
      case 'group-received':
        return [
          `${inOneLine(occasion.formerOwner)} передаёт вам группу «${inOneLine(occasion.group)}»: теперь вы её владелец.`,
          'Вы можете изменить и удалить группу, управлять её участниками, видеть её записи и отчёты. С этого момента для неё действует ваш тариф.',
          'Прежний владелец может знать секреты вебхуков и токен чата этой группы: замените их на странице «Интеграция».',
        ];
      case 'identity-linked':
        return [
          `С этого времени в вашу учётную запись можно войти через ${inOneLine(occasion.provider)}: ${timeIn('ru', occasion.at)}.`,
          'Отменить это можно в профиле.',
          ifNotYouInRussian,
        ];
    }
  },
  from: (address) => `Lectern, ${address}`,
};

const words: Record<EmailLanguage, Words> = { en: english, ru: russian };

export interface EmailReader {
  email: string;
  username: string;
  acceptLanguage: string;
}

/** Writes the email. It contains a code as text to be typed, never in a link. */
export function writeEmail(reader: EmailReader, occasion: EmailOccasion, webUrl: URL): OutgoingEmail {
  const language = languageOf(reader.acceptLanguage);
  const { hello, subject, lines, from } = words[language];
  const code = occasion.about === 'code' ? occasion.code : undefined;
  const [first = '', ...rest] = lines(occasion);
  const greeting = hello(inOneLine(reader.username));
  const signature = from(webUrl.origin);
  const text = [greeting, first, ...(code ? [code] : []), rest.join('\n'), signature].join('\n\n');
  const html = pageOf(language, subject[occasion.about], [
    ...[greeting, first].map(paragraphOf),
    ...(code ? [`<p style="font-size:24px;letter-spacing:4px"><b>${asHtml(code)}</b></p>`] : []),
    ...[...rest, signature].map(paragraphOf),
  ]);
  return { to: reader.email, subject: subject[occasion.about], text: `${text}\n`, html };
}
