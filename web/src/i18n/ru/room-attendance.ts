import type { Texts } from '../sections.ts';

/** The settings of a room for attendance reports. */
export const roomAttendance: Texts['roomAttendance'] = {
  ruleTitle: 'Кого считать присутствовавшим',
  ruleText:
    'Для отчётов о посещаемости: человек должен пробыть на встрече такую долю её длительности и не меньше указанного времени. Изменение действует и на прошедшие встречи.',
  percent: 'Доля встречи',
  minTime: 'И не меньше',
  minutes: 'Минуты',
  seconds: 'Секунды',
  minutesUnit: 'мин',
  secondsUnit: 'сек',
  example: (length: string, needed: string) => `Для встречи длиной ${length} — не меньше ${needed}.`,
  exampleNobody: (length: string) =>
    `На встрече длиной ${length} присутствовавших не будет: она слишком короткая.`,
  everyone: 'Присутствовавшими считаются все, кто вошёл.',
  percentMissing: 'Введите долю от 0 до 100',
  percentBad: 'Введите число от 0 до 100',
  minutesBad: 'Введите целое число до 16 666',
  secondsBad: 'От 0 до 59',
  emailTitle: 'Письмо после встречи',
  emailText: 'Кому отправить письмо с итогами и ссылкой на отчёт, а когда готова запись — ещё одно.',
  nobody: 'Никому',
  nobodyHint: 'Отчёт есть в разделе «Встречи».',
  owner: 'Владельцам',
  ownerHint: 'Владельцу комнаты и владельцу группы.',
  moderators: 'Владельцам и модераторам',
  moderatorsHint: 'Всем, кто ведёт комнату или группу.',
  noMail: 'Отправка писем на этом сервере не настроена. Обратитесь к администратору сервиса.',
};
