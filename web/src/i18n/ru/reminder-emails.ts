import type { Texts } from '../sections.ts';

export const reminderEmails: Texts['reminderEmails'] = {
  pageTitle: 'Отписаться от напоминаний?',
  pageText: (webinar, email) => `${email} получает напоминания о вебинаре «${webinar}».`,
  unsubscribe: 'Отписаться',
  stoppedTitle: 'Вы отписались',
  stoppedText: (webinar, email) => `${email} больше не получит писем о вебинаре «${webinar}».`,
  nothingText: 'По этой ссылке писем вам больше не отправляют.',
  undo: 'Подписаться снова',
  resumedText: 'Вы снова подписаны. Предстоящие напоминания придут.',
  unknownTitle: 'Ссылка не работает',
  unknownText: 'Откройте ссылку из письма ещё раз или скопируйте её целиком.',
  awayTitle: 'Сервер не отвечает',
  awayText: 'Ничего не изменилось. Попробуйте чуть позже.',
  tryAgain: 'Повторить',
  loading: 'Открываем',
};
