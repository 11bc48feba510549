import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

export const waiting: Texts['waiting'] = {
  kind: 'У двери',
  soon: 'Организатор скоро вас впустит',
  stay: 'Пока можно открыть другие вкладки. Как только вас впустят, вы войдёте сами: с камерой и микрофоном, как они включены здесь.',
  forMinutes: (count: number) =>
    plural('ru', count, {
      one: 'Вы ждёте # минуту',
      few: 'Вы ждёте # минуты',
      many: 'Вы ждёте # минут',
      other: 'Вы ждёте # минуты',
    }),
  away: 'Сервер не отвечает. Мы продолжаем спрашивать и держим ваше место, сколько можем.',
  leave: 'Уйти',
  titleWaiting: (room: string) => `Ожидание · ${room}`,
  titleIn: (room: string) => `Вас впустили · ${room}`,
};
