import type { EmailLanguage } from '../../../platform/mail/language.ts';

/** The texts of the email after a call. */
export interface AttendanceWords {
  locale: string;
  subject: (room: string, day: string) => string;
  hello: (name: string) => string;
  intro: (room: string) => string;
  time: string;
  length: string;
  came: string;
  present: string;
  presentOf: (present: number, expected: number) => string;
  absent: string;
  nobody: string;
  more: (count: number) => string;
  report: string;
  why: string;
  turnOff: string;
  from: (address: string) => string;
}

const english: AttendanceWords = {
  locale: 'en-GB',
  subject: (room, day) => `Attendance: ${room}, ${day}`,
  hello: (name) => `Hello ${name},`,
  intro: (room) => `The call in “${room}” has ended.`,
  time: 'Time',
  length: 'Length',
  came: 'People who came',
  present: 'Present',
  presentOf: (present, expected) => `${present} of ${expected} expected`,
  absent: 'Did not come',
  nobody: 'nobody',
  more: (count) => `and ${count} more`,
  report: 'Open the report',
  why: 'The room sends this email after each call.',
  turnOff: 'Turn it off in the room settings',
  from: (address) => `Lectern at ${address}`,
};

const russian: AttendanceWords = {
  locale: 'ru-RU',
  subject: (room, day) => `Посещаемость: ${room}, ${day}`,
  hello: (name) => `Здравствуйте, ${name}!`,
  intro: (room) => `Встреча в комнате «${room}» завершилась.`,
  time: 'Время',
  length: 'Длительность',
  came: 'Пришли',
  present: 'Присутствовали',
  presentOf: (present, expected) => `${present} из ${expected} ожидаемых`,
  absent: 'Не пришли',
  nobody: 'никто',
  more: (count) => `и ещё ${count}`,
  report: 'Открыть отчёт',
  why: 'Это письмо приходит после каждой встречи в комнате.',
  turnOff: 'Отключить в настройках комнаты',
  from: (address) => `Lectern, ${address}`,
};

export const attendanceWords: Record<EmailLanguage, AttendanceWords> = { en: english, ru: russian };
