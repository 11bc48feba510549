import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

export const roomChoice: Texts['roomChoice'] = {
  search: 'Найти комнату',
  none: 'Комнаты с таким названием нет.',
  more: 'Есть и другие. Напишите часть названия.',
  failed: 'Не удалось загрузить комнаты.',
};

export const shell: Texts['shell'] = {
  skip: 'Перейти к содержимому',
  main: 'Главное меню',
  groups: 'Группы',
  profile: 'Профиль',
  sessions: 'Входы',
  integration: 'Интеграция',
  account: 'Учётная запись',
  menu: 'Меню',
  closeMenu: 'Закрыть меню',
  signedInAs: (name: string) => `Вы вошли как ${name}`,
  signOut: 'Выйти',
  signOutFailed: 'Сервер не ответил, выйти не получилось. Попробуйте ещё раз.',
  awayTitle: 'Сервер не отвечает',
  awayText: 'Ничего не потеряно. Обычно он возвращается в течение минуты.',
  again: 'Попробовать снова',
  nowhereTitle: 'Здесь ничего нет',
  nowhereText: 'Возможно, в адресе опечатка или страницу удалили.',
  toGroups: 'К вашим группам',
};

export const problems: Texts['problems'] = {
  away: 'Сервер не отвечает. Ничего не потеряно: попробуйте чуть позже.',
  rate_limited: 'Слишком много попыток подряд. Попробуйте чуть позже.',
  tooManySeconds: (count: number) =>
    plural('ru', count, {
      one: 'Слишком много попыток подряд. Попробуйте через # секунду.',
      few: 'Слишком много попыток подряд. Попробуйте через # секунды.',
      many: 'Слишком много попыток подряд. Попробуйте через # секунд.',
      other: 'Слишком много попыток подряд. Попробуйте через # секунды.',
    }),
  tooManyMinutes: (count: number) =>
    plural('ru', count, {
      one: 'Слишком много попыток подряд. Попробуйте через # минуту.',
      few: 'Слишком много попыток подряд. Попробуйте через # минуты.',
      many: 'Слишком много попыток подряд. Попробуйте через # минут.',
      other: 'Слишком много попыток подряд. Попробуйте через # минуты.',
    }),
  forbidden: 'У вас нет на это права.',
  plan_required: 'Тариф этой учётной записи этого не включает.',
  not_found: 'Этого больше нет.',
  validation_failed: 'Проверьте отмеченные поля.',
  unauthorized: 'Вы больше не в своей учётной записи. Войдите снова.',
  foreign_origin: 'Сервер не считает этот адрес своим. Обратитесь к тому, кто его обслуживает.',
  internal: 'На сервере что-то пошло не так.',
};

export const list: Texts['list'] = {
  clear: 'Очистить поиск',
  order: 'Порядок',
  newest: 'Новые',
  oldest: 'Старые',
  previous: 'Предыдущая страница',
  next: 'Следующая страница',
  range: (first: number, last: number, total: number) =>
    `${first.toLocaleString('ru')}–${last.toLocaleString('ru')} из ${total.toLocaleString('ru')}`,
  size: 'Строк на странице',
  perPage: (count: number) => `По ${count} на странице`,
  nothing: 'Ничего не нашлось',
  nothingHint: 'Попробуйте другое слово или покажите всё.',
  showAll: 'Показать всё',
  more: (name: string) => `Ещё: ${name}`,
};

export const currentPassword: Texts['currentPassword'] = {
  label: 'Текущий пароль',
  missing: 'Введите текущий пароль',
  wrong: 'Это не текущий пароль',
};

export const period: Texts['period'] = {
  period: 'Время',
  any: 'За всё время',
  today: 'Сегодня',
  week: 'За 7 дней',
  month: 'За 30 дней',
  own: 'Свои даты',
  from: 'С',
  to: 'По',
  reversed: 'Конец раньше начала.',
};
