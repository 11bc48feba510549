import type { Texts } from '../texts.ts';

export const playbacks: Texts['playbacks'] = {
  webinars: 'Вебинары',
  search: 'Найти вебинар',
  empty: 'Создайте первый автоматический вебинар',
  emptyHint:
    'Автоматический вебинар показывает запись в назначенное время как живое событие: все смотрят одну и ту же секунду и общаются в чате.',
  draft: 'Черновик',
  preparing: 'Готовится',
  ready: 'Готов',
  failed: 'Ошибка',
};

export const playbackPage: Texts['playbackPage'] = {
  where: 'Путь к странице',
  groups: 'Группы',
  parts: 'Разделы вебинара',
  general: 'Основное',
  content: 'Видео',
  schedule: 'Расписание',
  timeline: 'Сценарий',
  chat: 'Чат записи',
  entry: 'Форма входа',
  links: 'Ссылки',
  sessions: 'Показы',
};
