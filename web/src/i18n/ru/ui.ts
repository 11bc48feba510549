import type { Texts } from '../sections.ts';

export const ui: Texts['ui'] = {
  language: 'Язык',
  languageFailed: 'Не удалось сменить язык. Проверьте соединение и повторите попытку.',
  copy: 'Копировать',
  copied: 'Скопировано',
  cancel: 'Отмена',
  close: 'Закрыть',
  done: 'Готово',
  loading: 'Загружаем',
  showPassword: 'Показать пароль',
  failed: 'Не удалось загрузить',
  failedHint: 'Сервер не ответил. Ничего не потеряно.',
  again: 'Повторить',
  justNow: 'только что',
  staleList: 'Не удалось обновить список.',
  stalePage: 'Не удалось обновить страницу.',
};
