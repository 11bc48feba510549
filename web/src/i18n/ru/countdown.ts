import { plural } from '../plural.ts';
import type { Texts } from '../sections.ts';

export const countdown: Texts['countdown'] = {
  days: (count) => plural('ru', count, { one: 'день', few: 'дня', many: 'дней', other: 'дня' }),
  hours: (count) => plural('ru', count, { one: 'час', few: 'часа', many: 'часов', other: 'часа' }),
  minutes: (count) => plural('ru', count, { one: 'минута', few: 'минуты', many: 'минут', other: 'минуты' }),
  seconds: (count) =>
    plural('ru', count, { one: 'секунда', few: 'секунды', many: 'секунд', other: 'секунды' }),
  zone: (name) => `Ваш часовой пояс: ${name}`,
  calendar: 'Добавить в календарь',
};

export const opening: Texts['opening'] = {
  startsIn: 'До открытия',
  startsNow: 'Открываем',
  left: (time) => `До открытия: ${time}`,
  linkHint: 'Откройте комнату по вашей личной ссылке.',
  fileName: 'meeting.ics',
};
