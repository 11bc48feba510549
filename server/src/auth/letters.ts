import type { Letter } from '../platform/mail.ts';

type Language = 'en' | 'ru';

/** What is written to people about their account. */
export type Occasion =
  | { about: 'code'; code: string; minutes: number }
  | { about: 'password-changed' }
  | { about: 'email-changed'; newEmail: string };

/** The language that the reader's browser prefers of those we write. */
function languageOf(acceptLanguage: string): Language {
  const wishes = acceptLanguage.split(',').map((part, place) => {
    const [tag = '', ...options] = part.trim().toLowerCase().split(';');
    const said = options.map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1]).find(Boolean);
    return { language: tag.split('-')[0], weight: said === undefined ? 1 : Number(said), place };
  });
  const known = wishes.filter(
    ({ language, weight }) => (language === 'ru' || language === 'en') && weight > 0,
  );
  const [best] = known.sort((a, b) => b.weight - a.weight || a.place - b.place);
  return best?.language === 'ru' ? 'ru' : 'en';
}

interface Words {
  hello: (name: string) => string;
  subject: Record<Occasion['about'], string>;
  lines: (occasion: Occasion) => string[];
  from: (address: string) => string;
}

const english: Words = {
  hello: (name) => `Hello ${name},`,
  subject: {
    code: 'Your code for a new password',
    'password-changed': 'Your password was changed',
    'email-changed': 'Your e-mail address was changed',
  },
  lines: (occasion) => {
    switch (occasion.about) {
      case 'code':
        return [
          'This is your code for a new password. Type it on the page where you asked for it.',
          `It is good for ${occasion.minutes} minutes.`,
          'If you did not ask for it, do nothing: your password stays as it is. Give the code to nobody.',
        ];
      case 'password-changed':
        return [
          'The password of your account was changed, and the other devices were signed out.',
          'If that was not you, ask for a new password on the sign-in page at once.',
        ];
      case 'email-changed':
        return [
          `The e-mail address of your account was changed to ${occasion.newEmail}.`,
          'If that was not you, tell the people who run this installation at once.',
        ];
    }
  },
  from: (address) => `Lectern at ${address}`,
};

const russian: Words = {
  hello: (name) => `Здравствуйте, ${name}!`,
  subject: {
    code: 'Код для нового пароля',
    'password-changed': 'Ваш пароль изменён',
    'email-changed': 'Ваш адрес почты изменён',
  },
  lines: (occasion) => {
    switch (occasion.about) {
      case 'code':
        return [
          'Это код для нового пароля. Введите его на странице, где вы его запросили.',
          `Он действует ${occasion.minutes} минут.`,
          'Если вы его не запрашивали, ничего не делайте: пароль останется прежним. Никому не сообщайте код.',
        ];
      case 'password-changed':
        return [
          'Пароль вашей учётной записи изменён, на других устройствах выполнен выход.',
          'Если это были не вы, сразу запросите новый пароль на странице входа.',
        ];
      case 'email-changed':
        return [
          `Адрес почты вашей учётной записи изменён на ${occasion.newEmail}.`,
          'Если это были не вы, сразу сообщите тем, кто ведёт эту систему.',
        ];
    }
  },
  from: (address) => `Lectern, ${address}`,
};

const words: Record<Language, Words> = { en: english, ru: russian };

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const asHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** One line, whatever somebody calls themselves. */
const inOneLine = (name: string): string => name.replace(/\s+/g, ' ').trim();

export interface Reader {
  email: string;
  username: string;
  acceptLanguage: string;
}

/** The letter for this occasion. A code stands in it as text, in no address: the person types it. */
export function writeLetter(reader: Reader, occasion: Occasion, webUrl: URL): Letter {
  const language = languageOf(reader.acceptLanguage);
  const { hello, subject, lines, from } = words[language];
  const code = occasion.about === 'code' ? occasion.code : undefined;
  const [first = '', ...rest] = lines(occasion);
  const greeting = hello(inOneLine(reader.username));
  const signature = from(webUrl.origin);
  const text = [greeting, first, ...(code ? [code] : []), rest.join('\n'), signature].join('\n\n');
  const paragraph = (line: string) => `<p>${asHtml(line)}</p>`;
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${asHtml(subject[occasion.about])}</title></head><body>`,
    paragraph(greeting),
    paragraph(first),
    ...(code ? [`<p style="font-size:24px;letter-spacing:4px"><b>${asHtml(code)}</b></p>`] : []),
    ...rest.map(paragraph),
    paragraph(signature),
    '</body></html>',
  ].join('\n');
  return { to: reader.email, subject: subject[occasion.about], text: `${text}\n`, html };
}
