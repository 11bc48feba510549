import { plural } from '../plural.ts';
import type { Texts } from '../sections.ts';

export const calls: Texts['calls'] = {
  list: 'Встречи',
  runningList: 'Идущая встреча',
  running: 'Идёт сейчас',
  enter: 'Войти',
  enterRoom: 'Войти в комнату',
  empty: 'Встреч ещё не было',
  emptyHint: 'Здесь появятся все встречи этой комнаты и те, кто на них был.',
  firstRuns: 'Завершённых встреч пока нет',
  firstRunsHint: 'Идущая встреча появится здесь, когда закончится.',
  people: 'Сколько человек',
  anyPeople: 'Любое число',
  atLeast: (count: number) =>
    plural('ru', count, {
      one: 'От # человека',
      few: 'От # человек',
      many: 'От # человек',
      other: 'От # человека',
    }),
  attended: (count: number) =>
    plural('ru', count, { one: '# человек', few: '# человека', many: '# человек', other: '# человека' }),
  mostAtOnce: (count: number) => `одновременно до ${count.toLocaleString('ru')}`,
  peopleNow: (count: number) =>
    plural('ru', count, {
      one: 'Сейчас # человек',
      few: 'Сейчас # человека',
      many: 'Сейчас # человек',
      other: 'Сейчас # человека',
    }),
  peopleSoFar: (count: number) =>
    plural('ru', count, {
      one: 'Всего был # человек',
      few: 'Всего было # человека',
      many: 'Всего было # человек',
      other: 'Всего было # человека',
    }),
  zone: (zone: string) => `Время указано в вашем часовом поясе, ${zone}.`,
  recorded: 'Есть запись',
  expired: 'Список людей удалён',
  expiredHint: 'Данные о людях хранятся ограниченное время. От старых встреч остаются только числа.',
};

export const attendance: Texts['attendance'] = {
  grid: 'Посещаемость по людям и встречам',
  search: 'Найти по имени',
  name: 'Имя',
  externalUserId: 'ID',
  attended: 'Посещено',
  average: 'В среднем',
  erased: 'Удалённый человек',
  legend: 'Обозначения в таблице',
  present: 'Присутствие',
  partly: 'Слишком коротко',
  missing: 'Отсутствие',
  unknown: 'Список людей удалён',
  hints: {
    present: 'Время на встрече соответствует правилу комнаты.',
    partly: 'Время на встрече меньше, чем требует правило комнаты.',
    missing: 'На встрече человека не было.',
    unknown: 'Данные о людях хранятся ограниченное время.',
  },
  percent: (value: number) => `${value}\u00A0%`,
  presentOf: (count: number, calls: number) => `${count} из ${calls}`,
  presentShort: (count: number) => `${count.toLocaleString('ru')} ✓`,
  presentIn: (count: number) =>
    plural('ru', count, {
      one: 'присутствовал # человек',
      few: 'присутствовали # человека',
      many: 'присутствовали # человек',
      other: 'присутствовали # человека',
    }),
  empty: 'Встреч ещё не было',
  emptyPeriod: 'За этот период встреч не было',
  emptyHint: 'Здесь появятся завершённые встречи и все, кто на них был.',
  anyTime: 'Показать за всё время',
  nobody: 'Показывать некого',
  nobodyHint: 'На встречах этого периода никого не было.',
  nobodyKnown:
    'Списки людей этих встреч удалены. Осталось только число людей, оно на странице каждой встречи.',
  range: (first: number, last: number, total: number) =>
    `Встречи ${first.toLocaleString('ru')}–${last.toLocaleString('ru')} из ${total.toLocaleString('ru')}`,
  download: 'Скачать CSV',
  file: 'attendance',
};
