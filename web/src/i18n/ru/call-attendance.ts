import { plural } from '../plural.ts';
import type { Texts } from '../sections.ts';

/** Attendance so far, in the room. */
export const callAttendance: Texts['callAttendance'] = {
  view: 'Что показать',
  inCall: 'На встрече',
  attendance: 'Посещаемость',
  soFar: (count: number) =>
    `Всего ${plural('ru', count, {
      one: 'был # человек',
      few: 'было # человека',
      many: 'было # человек',
      other: 'было # человека',
    })}`,
  started: (time: string) => `начало в ${time}`,
  search: 'Найти человека',
  found: (count: number) =>
    plural('ru', count, {
      one: 'Найден # человек',
      few: 'Найдено # человека',
      many: 'Найдено # человек',
      other: 'Найдено # человека',
    }),
  nobodyFound: 'Никого с таким именем нет.',
  here: 'На встрече',
  left: 'Вышли',
  absent: 'Ещё не пришли',
  absentHint: 'Их личные ссылки никто не открывал.',
  absentFirst: (count: number) =>
    plural('ru', count, {
      one: 'Показан первый.',
      few: 'Показаны первые #.',
      many: 'Показаны первые #.',
      other: 'Показаны первые #.',
    }),
  since: (time: string) => `С ${time}`,
  from: (time: string) => `С ${time}`,
  until: (time: string) => `до ${time}`,
  duration: 'Время на встрече',
  moderator: 'Модератор',
  erased: 'Удалённый человек',
};
