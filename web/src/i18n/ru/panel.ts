import { plural } from '../plural.ts';
import type { Texts } from '../sections.ts';

export const roomChoice: Texts['roomChoice'] = {
  room: 'Комната',
  allRooms: 'Все комнаты',
  unknownRoom: 'Удалённая комната',
  search: 'Найти комнату',
  none: 'Комнаты с таким названием нет.',
  more: 'Есть и другие. Введите часть названия.',
  failed: 'Не удалось загрузить комнаты.',
};

export const shell: Texts['shell'] = {
  skip: 'Перейти к содержимому',
  main: 'Главное меню',
  groups: 'Группы',
  profile: 'Профиль',
  sessions: 'Активные сеансы',
  integration: 'Интеграция',
  account: 'Учётная запись',
  menu: 'Меню',
  closeMenu: 'Закрыть меню',
  signedInAs: (name: string) => `Вы вошли как ${name}`,
  signOut: 'Выйти',
  signOutFailed: 'Сервер не ответил, выйти не получилось. Попробуйте ещё раз.',
  awayTitle: 'Сервер не отвечает',
  awayText: 'Ничего не потеряно. Обычно он возвращается в течение минуты.',
  again: 'Повторить',
  nowhereTitle: 'Страница не найдена',
  nowhereText: 'Проверьте, нет ли в адресе опечатки. Возможно, страницу удалили.',
  toGroups: 'К вашим группам',
};

export const problems: Texts['problems'] = {
  away: 'Сервер не отвечает. Ничего не потеряно: попробуйте чуть позже.',
  proxy_limit:
    'Прокси перед сервером не пропускает запросы такого размера. Администратору сервиса нужно разрешить 1 МиБ или больше (в nginx: client_max_body_size).',
  rate_limited: 'Слишком много попыток. Попробуйте чуть позже.',
  tooManySeconds: (count: number) =>
    plural('ru', count, {
      one: 'Слишком много попыток. Попробуйте через # секунду.',
      few: 'Слишком много попыток. Попробуйте через # секунды.',
      many: 'Слишком много попыток. Попробуйте через # секунд.',
      other: 'Слишком много попыток. Попробуйте через # секунды.',
    }),
  tooManyMinutes: (count: number) =>
    plural('ru', count, {
      one: 'Слишком много попыток. Попробуйте через # минуту.',
      few: 'Слишком много попыток. Попробуйте через # минуты.',
      many: 'Слишком много попыток. Попробуйте через # минут.',
      other: 'Слишком много попыток. Попробуйте через # минуты.',
    }),
  forbidden: 'У вас нет прав на это действие.',
  password_missing: 'У вашей учётной записи нет пароля. Сначала задайте его в профиле.',
  plan_required: 'Это не входит в тариф учётной записи.',
  not_found: 'Этого больше нет.',
  validation_failed: 'Проверьте отмеченные поля.',
  unauthorized: 'Вы вышли из учётной записи. Войдите снова.',
  foreign_origin: 'Сервер не принимает этот адрес. Обратитесь к администратору сервиса.',
  internal: 'На сервере что-то пошло не так.',
};

export const list: Texts['list'] = {
  clear: 'Очистить поиск',
  order: 'Сортировка',
  newest: 'Новые',
  oldest: 'Старые',
  previous: 'Предыдущая страница',
  next: 'Следующая страница',
  range: (first: number, last: number, total: number) =>
    `${first.toLocaleString('ru')}–${last.toLocaleString('ru')} из ${total.toLocaleString('ru')}`,
  size: 'Строк на странице',
  perPage: (count: number) => `По ${count} на странице`,
  nothing: 'Ничего не нашлось',
  nothingHint: 'Измените запрос или покажите всё.',
  showAll: 'Показать всё',
  more: (name: string) => `Действия: ${name}`,
};

export const currentPassword: Texts['currentPassword'] = {
  label: 'Текущий пароль',
  missing: 'Введите текущий пароль',
  wrong: 'Это не текущий пароль',
};

export const period: Texts['period'] = {
  period: 'Период',
  any: 'За всё время',
  today: 'Сегодня',
  week: 'За 7 дней',
  month: 'За 30 дней',
  own: 'Выбрать даты',
  from: 'С',
  to: 'По',
  reversed: 'Конец периода раньше начала.',
};

export const spaceRefusals: Texts['spaceRefusals'] = {
  forbidden: 'Ваша роль изменилась, и это вам больше недоступно.',
  owner_stays: 'Роль владельца нельзя изменить.',
  invite_used: 'Это приглашение уже приняли.',
  link_expired: 'Срок этой ссылки истёк. Создайте новую.',
  link_revoked: 'Эту ссылку отозвали. Создайте новую.',
  playback_not_prepared: 'Видео ещё готовится. Дождитесь конца подготовки.',
  record_not_ready: 'Эта запись ещё не готова.',
  asset_not_ready: 'Это видео ещё не загрузилось полностью.',
};

export const saving: Texts['saving'] = {
  unsaved: 'Есть несохранённые изменения',
  save: 'Сохранить',
  discard: 'Отменить',
  leaveTitle: 'Уйти без сохранения?',
  leaveText: 'Изменения на этой странице не сохранены и пропадут.',
  leave: 'Уйти',
  stay: 'Остаться',
  sentFaults: (count: number) =>
    plural('ru', count, {
      one: 'Проверьте # поле.',
      few: 'Проверьте # поля.',
      many: 'Проверьте # полей.',
      other: 'Проверьте # поля.',
    }),
};
