import { plural } from '../plural.ts';
import type { Texts } from '../sections.ts';

/** Inviting people into a room or an automatic webinar. */
export const invite: Texts['invite'] = {
  way: 'Кого пригласить',
  everyone: 'Всех',
  person: 'Одного',
  list: 'По списку',
  label: 'Название ссылки',
  labelHint: 'Для вас, чтобы найти ссылку. Например, название класса.',
  labelMissing: 'Введите название',
  isNameAsked: 'Спрашивать имя',
  isNameAskedHint: 'Иначе все войдут под названием ссылки.',
  address: 'Адрес',
  code: 'Код:',
  copyCode: (code: string) => `Скопировать код ${code}`,
  codeHint: (host: string) => `Удобно продиктовать. Код вводят на странице ${host}.`,
  qr: 'QR-код',
  qrOf: (name: string) => `QR-код: ${name}`,
  print: 'Печать',
  scan: 'Наведите камеру телефона на код',
  orCode: (host: string) => `или откройте ${host} и введите`,
  people: 'Люди',
  peopleHint: 'По одному имени в строке или строки из таблицы: имя, электронная почта, телефон, ID.',
  peoplePlaceholder: 'Иванова Анна\nПетров Олег; oleg@school.org',
  peopleMissing: 'Введите имена или выберите файл',
  chooseFile: 'Выбрать файл CSV',
  tooBig: 'Файл больше 2 МБ. Разделите список.',
  notText: 'Это не текстовый файл. Сохраните список в таблице как CSV.',
  makeNoLinks: 'Создать ссылки',
  makeLinks: (count: number) =>
    plural('ru', count, {
      one: 'Создать # ссылку',
      few: 'Создать # ссылки',
      many: 'Создать # ссылок',
      other: 'Создать # ссылки',
    }),
  preview: (count: number) =>
    plural('ru', count, { one: '# человек', few: '# человека', many: '# человек', other: '# человека' }),
  details: 'Данные',
  more: (count: number) =>
    plural('ru', count, {
      one: 'и ещё # человек',
      few: 'и ещё # человека',
      many: 'и ещё # человек',
      other: 'и ещё # человека',
    }),
  faults: (count: number) =>
    plural('ru', count, {
      one: 'Сначала исправьте # ошибку:',
      few: 'Сначала исправьте # ошибки:',
      many: 'Сначала исправьте # ошибок:',
      other: 'Сначала исправьте # ошибки:',
    }),
  row: (row: number) => `Строка ${row}:`,
  roleBad: 'Роль может быть «гость» или «модератор»',
  twice: 'Этот человек есть в списке дважды',
  quote: 'Кавычки не закрыты',
  many: 'В списке может быть не больше 1000 человек',
  hasLink: ' · есть ссылка',
  known: (count: number) =>
    plural('ru', count, {
      one: 'У # человека уже есть действующая ссылка',
      few: 'У # человек уже есть действующие ссылки',
      many: 'У # человек уже есть действующие ссылки',
      other: 'У # человека уже есть действующие ссылки',
    }),
  keep: 'Оставить эти ссылки',
  keepHint: 'Они тоже войдут в результат. Для этих людей ничего не изменится.',
  again: 'Создать всем новые ссылки',
  againHint: 'Прежние ссылки действуют, пока не истекут или вы их не отзовёте.',
  progress: 'Создание ссылок',
  created: (done: number, all: number) => `Создано: ${done} из ${all}`,
  listMade: (made: number, kept: number) =>
    kept > 0 ? `Создано ссылок: ${made}. Оставлено прежних: ${kept}.` : `Создано ссылок: ${made}.`,
  download: 'Скачать CSV',
  printCards: 'Напечатать карточки с QR-кодом',
  copyAll: 'Скопировать все',
};
