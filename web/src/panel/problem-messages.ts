import { dictionary, type Language, plural } from '../i18n/dictionary.ts';
import type { RequestProblem } from './request-problem.ts';

const messages = dictionary({
  en: {
    away: 'The server does not answer. Nothing is lost: try again in a moment.',
    rate_limited: 'Too many tries in a row. Try again in a moment.',
    forbidden: 'You are not allowed to do that.',
    plan_required: 'The plan of this account does not include that.',
    not_found: 'This is not there any more.',
    validation_failed: 'Look at the marked fields.',
    unauthorized: 'You are not signed in any more.',
    foreign_origin: 'The server does not know this address as its own. Ask whoever runs it.',
    internal: 'Something went wrong on the server.',
  },
  ru: {
    away: 'Сервер не отвечает. Ничего не потеряно: попробуйте чуть позже.',
    rate_limited: 'Слишком много попыток подряд. Попробуйте чуть позже.',
    forbidden: 'У вас нет на это права.',
    plan_required: 'Тариф этой учётной записи этого не включает.',
    not_found: 'Этого больше нет.',
    validation_failed: 'Проверьте отмеченные поля.',
    unauthorized: 'Вы больше не в своей учётной записи. Войдите снова.',
    foreign_origin: 'Сервер не считает этот адрес своим. Обратитесь к тому, кто его обслуживает.',
    internal: 'На сервере что-то пошло не так.',
  },
});

const seconds = {
  en: { one: 'Try again in # second.', other: 'Try again in # seconds.' },
  ru: {
    one: 'Попробуйте через # секунду.',
    few: 'Попробуйте через # секунды.',
    many: 'Попробуйте через # секунд.',
    other: 'Попробуйте через # секунды.',
  },
} as const;

const minutes = {
  en: { one: 'Try again in # minute.', other: 'Try again in # minutes.' },
  ru: {
    one: 'Попробуйте через # минуту.',
    few: 'Попробуйте через # минуты.',
    many: 'Попробуйте через # минут.',
    other: 'Попробуйте через # минуты.',
  },
} as const;

const tooMany = { en: 'Too many tries in a row.', ru: 'Слишком много попыток подряд.' } as const;

function pause(language: Language, wait: number): string {
  const forms = wait < 90 ? seconds : minutes;
  return plural(language, wait < 90 ? Math.ceil(wait) : Math.ceil(wait / 60), forms[language]);
}

/** One sentence about what hindered something; `own` are those of the page for codes that mean something there. */
export function problemText(
  trouble: RequestProblem,
  language: Language,
  own: Record<string, string> = {},
): string {
  const mine = own[trouble.code];
  if (mine) return mine;
  if (trouble.code === 'rate_limited' && trouble.wait) {
    return `${tooMany[language]} ${pause(language, trouble.wait)}`;
  }
  const known: Record<string, string> = messages[language];
  return known[trouble.code] ?? trouble.sentence;
}
