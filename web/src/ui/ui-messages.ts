import { dictionary } from '../i18n/dictionary.ts';

export const uiMessages = dictionary({
  en: {
    copy: 'Copy',
    copied: 'Copied',
    cancel: 'Cancel',
    close: 'Close',
    done: 'Done',
    loading: 'Loading',
    showPassword: 'Show the password',
    failed: 'This could not be loaded',
    failedHint: 'The server did not answer. Nothing is lost.',
    again: 'Try again',
    staleList: 'The list could not be brought up to date.',
    stalePage: 'This page could not be brought up to date.',
  },
  ru: {
    copy: 'Копировать',
    copied: 'Скопировано',
    cancel: 'Отмена',
    close: 'Закрыть',
    done: 'Готово',
    loading: 'Загружаем',
    showPassword: 'Показать пароль',
    failed: 'Не удалось загрузить',
    failedHint: 'Сервер не ответил. Ничего не потеряно.',
    again: 'Попробовать ещё раз',
    staleList: 'Не удалось обновить список.',
    stalePage: 'Не удалось обновить страницу.',
  },
});
