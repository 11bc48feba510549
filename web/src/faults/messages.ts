import { dictionary } from '../i18n/dictionary.ts';

export const messages = dictionary({
  en: {
    page: 'Something went wrong on this page.',
    entry: 'The form for joining does not work.',
    preview: 'The preview of your camera does not work.',
    stage: 'The pictures cannot be shown.',
    controls: 'The call controls do not work.',
    people: 'The list of people does not work.',
    chat: 'The chat does not work.',
    chatAndMore:
      'The chat, polls, raised hands, waiting room and recording status do not work. The call continues.',
    polls: 'The polls do not work.',
    recording: 'The recording status cannot be shown.',
    gestures: 'Raised hands and reactions do not work.',
    waiting: 'The waiting room cannot be shown.',
    settings: 'The settings cannot be shown.',
    notices: 'Notices cannot be shown.',
    goesOn: 'Everything else continues.',
    again: 'Try again',
  },
  ru: {
    page: 'На этой странице что-то пошло не так.',
    entry: 'Форма входа не работает.',
    preview: 'Не удаётся показать изображение с вашей камеры.',
    stage: 'Не удаётся показать видео.',
    controls: 'Кнопки встречи не работают.',
    people: 'Список участников не работает.',
    chat: 'Чат не работает.',
    chatAndMore:
      'Чат, опросы, поднятые руки, зал ожидания и статус записи не работают. Встреча продолжается.',
    polls: 'Опросы не работают.',
    recording: 'Не удаётся показать, идёт ли запись.',
    gestures: 'Поднятые руки и реакции не работают.',
    waiting: 'Не удаётся показать зал ожидания.',
    settings: 'Не удаётся показать настройки.',
    notices: 'Не удаётся показать уведомления.',
    goesOn: 'Всё остальное продолжает работать.',
    again: 'Попробовать ещё раз',
  },
});
