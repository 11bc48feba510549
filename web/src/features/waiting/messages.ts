import { dictionary, plural } from '../../i18n/dictionary.ts';

export const messages = dictionary({
  en: {
    kind: 'At the door',
    soon: 'The host will let you in soon',
    stay: 'You may look at other tabs meanwhile. You go in by yourself as soon as the door opens, with the camera and the microphone as they are set here.',
    forMinutes: (count: number) =>
      plural('en', count, {
        one: 'You have been waiting for # minute',
        other: 'You have been waiting for # minutes',
      }),
    away: 'The server does not answer. We keep asking, and your place is kept as long as we can.',
    leave: 'Leave',
    titleWaiting: (room: string) => `Waiting · ${room}`,
    titleIn: (room: string) => `You are in · ${room}`,
  },
  ru: {
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
  },
});
