import { plural } from '../plural.ts';
import type { Texts } from '../sections.ts';

export const waiting: Texts['waiting'] = {
  kind: 'Зал ожидания',
  soon: 'Модератор скоро вас впустит',
  noHost: 'Встреча ещё не началась: ждём ведущего',
  untilOpening: 'Комната ещё не открылась',
  stay: 'Можно открыть другие вкладки. Вы войдёте автоматически: с камерой и микрофоном, как они включены здесь.',
  stayMuted: 'Можно открыть другие вкладки. Вы войдёте автоматически, с выключенным микрофоном.',
  forMinutes: (count: number) =>
    plural('ru', count, {
      one: 'Вы ждёте # минуту',
      few: 'Вы ждёте # минуты',
      many: 'Вы ждёте # минут',
      other: 'Вы ждёте # минуты',
    }),
  away: 'Сервер не отвечает. Мы продолжаем попытки и держим ваше место, сколько можем.',
  leave: 'Не ждать',
  titleWaiting: (room: string) => `Ожидание · ${room}`,
  titleIn: (room: string) => `Вас впустили · ${room}`,
};
